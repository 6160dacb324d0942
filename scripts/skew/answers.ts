import type { z } from 'zod'
import {
  answer,
  administratorAccount,
  auditActor,
  auditEntry,
  booking,
  chatListItem,
  chatMessage,
  dashboardAnalysis,
  done,
  driver,
  driverRide,
  listAnswer,
  notification,
  user,
} from '@interline/shared/contract/schemas'
import type { Call } from './browser-tests.ts'

/** All that the contract says of each call that a screen makes; of a call that is not here it says nothing. */
const answers: Record<string, z.ZodType> = {
  'GET /admin/dashboard/analysis': answer(dashboardAnalysis),
  'GET /admin/notification/list': listAnswer(notification),
  'GET /admin/drivers': listAnswer(driver),
  'GET /admin/users': listAnswer(user),
  'GET /admin/administrators': listAnswer(administratorAccount),
  'GET /admin/audit': listAnswer(auditEntry),
  'GET /admin/audit/actors': listAnswer(auditActor),
  'GET /admin/driver/rides': listAnswer(driverRide),
  'GET /admin/user/rides': listAnswer(booking),
  'GET /user/chat-list': listAnswer(chatListItem),
  'GET /user/chats/{}': listAnswer(chatMessage),
  'POST /user/chats/mark-seen': done,
}

const patterns = Object.entries(answers).map(([call, schema]) => ({ call, schema, shape: shapeOf(call) }))

/** Whether a call as a page made it is one of these, given as `METHOD /path` with `{id}` for what varies. */
export const isCallOf = ({ method, path }: Pick<Call, 'method' | 'path'>, declared: string[]) =>
  declared.some((one) => shapeOf(one).test(`${method} ${path}`))

function shapeOf(call: string): RegExp {
  const [path = ''] = call.replace(/ \/api\/v1\//, ' /').split('?')
  const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(
    `^${path
      .split(/\{[^/}]*\}/)
      .map(literal)
      .join('[^/]+')}/?$`,
  )
}

/**
 * The difference between an answer and the contract: one line for the call, naming the first field; null when it fits.
 */
export function misfit(call: Call): string | null {
  const name = `${call.method} ${call.path}`
  const known = patterns.find(({ shape }) => shape.test(name))
  if (!known || call.status === 0 || call.status >= 400) return null
  const parsed = known.schema.safeParse(call.answer)
  if (parsed.success) return null
  const issue = parsed.error.issues[0]
  return `${name}: ${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? 'is not what the contract says'}`
}
