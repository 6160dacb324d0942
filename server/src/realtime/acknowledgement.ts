import type { ZodError } from 'zod'
import { missingPermission, type RequiredPermission } from '../auth/permissions.ts'
import { findTrouble } from '../database/trouble.ts'
import type { Caller } from '../repositories/accounts/sessions.ts'
import type { ChatSocket } from './chat-socket.ts'
import type { EventLimit } from './limits/event-limit.ts'

export type Failure = { success: false; title: string; detail?: string }

type Answer = { success: true } | Failure

/**
 * Makes the handler of an event, one for all sockets, with the socket as `this`: a closure for each of thousands would
 * cost memory. An event above the limit, or that an administrator's role does not permit, is not read. The outcome is
 * sent to clients that ask for it; those of SPEC §7 do not.
 */
export function answerEvents({ take, countRefused }: EventLimit, report: (error: unknown) => void) {
  return (required: RequiredPermission, answerTo: (socket: ChatSocket, payload: unknown) => Promise<Answer>) =>
    async function (this: ChatSocket, payload: unknown, ack: unknown): Promise<void> {
      const { data: caller } = this
      try {
        const refused = take(caller) ? refuseRole(caller, required) : tooOften
        const answer = refused ?? (await answerTo(this, payload))
        if (typeof ack === 'function') ack(answer)
        if (!answer.success) countRefused(caller)
      } catch (error) {
        // A trouble of ours is no refusal.
        report(error)
        if (typeof ack === 'function') ack(failureOf(error))
      }
    }
}

function refuseRole(caller: Caller, required: RequiredPermission): Failure | undefined {
  const missing = missingPermission(caller, required)
  return missing ? { success: false, title: 'Your role may not do this', detail: missing } : undefined
}

function failureOf(error: unknown): Failure {
  const trouble = error instanceof Error ? findTrouble(error) : undefined
  if (!trouble) return { success: false, title: 'Something went wrong on our side' }
  return { success: false, title: trouble.title, detail: trouble.detail }
}

export const invalid = (error: ZodError, title = 'The event is not valid'): Failure => ({
  success: false,
  title,
  detail: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
})

export const wrongRole: Failure = { success: false, title: 'This is not for your role' }
export const tooOften: Failure = { success: false, title: 'Too many events', detail: 'Please wait a moment.' }
