import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ClientEvents } from '@interline/shared/contract'
import { sendMessage, typing, userConnected, viewConversation, watchPresence } from '@interline/shared/contract/schemas'
import { startSession } from '../../auth/sessions.ts'
import type { Role } from '../../database/tables/people.ts'
import { createPerson } from '../../repositories/accounts/accounts.ts'
import { connectSocket, type ConnectedPerson } from '../socket-client.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { checkGenerated } from './check-generated.ts'
import { fromSchema, type Schema } from './from-schema.ts'
import { hostileValue } from './hostile.ts'
import { peopleOf, roles } from './people.ts'
import { isWhole } from './seed.ts'
import { openTally } from './tally.ts'

const schemas: Record<keyof ClientEvents, z.ZodType> = {
  'user-connected': userConnected,
  'send-message': sendMessage,
  typing,
  'watch-presence': watchPresence,
  'look-at': viewConversation,
}
const events = Object.keys(schemas) as (keyof ClientEvents)[]
/** Sockets for each event and role. Each sends few events: the limits are not what is tried here. */
const sockets = isWhole ? 60 : 3
const eventsOfSocket = 10

let server: TestServer
let people = 0
beforeAll(async () => void (server = await startTestServer('PGlite', { DEMO_ROWS: '10' })))
afterAll(() => server.close())

const acknowledgement = z.union([
  z.looseObject({ success: z.literal(true) }),
  z.strictObject({ success: z.literal(false), title: z.string().min(1), detail: z.string().optional() }),
])

/** Somebody new of a role, on a socket. */
async function connectSomebody(role: Role): Promise<ConnectedPerson> {
  const given = { role: role === 'admin' ? 'driver' : role, full_name: `New ${role}`, password: '' } as const
  people += 1
  const _id = await server.db
    .transaction()
    .execute((tx) => createPerson(tx, { ...given, email: `person-${people}@mail.example` }, 'no hash'))
  if (role === 'admin')
    await server.db.updateTable('people').set({ role, admin_role: 'admin' }).where('_id', '=', _id).execute()
  return connectSocket(server, { _id, token: await startSession(server.db, _id, false) })
}

/** Emits whatever it is given, in any number of arguments. */
const emit = ({ socket }: ConnectedPerson, event: string, payload: unknown[]) =>
  (socket as unknown as { timeout(ms: number): { emitWithAck(...all: unknown[]): Promise<unknown> } })
    .timeout(5000)
    .emitWithAck(event, ...payload)
    .catch((error: Error) => error.message)

describe('generated events', { timeout: 600_000 }, () => {
  it.for(events)('%s is acknowledged in its form, whatever its payload is', async (event, { task }) => {
    const tally = openTally(task)
    const others = (await Promise.all(roles.map((role) => peopleOf(server.db, role, 2)))).flat().map(({ _id }) => _id)
    for (const role of roles) {
      let person: ConnectedPerson | undefined
      let sent = 0
      const schema = z.toJSONSchema(schemas[event], { io: 'input' }) as Schema
      const known = { receiverId: others, senderId: others, userId: others, partyId: others }
      // The token "self" stands for the id of who sends.
      const near = fromSchema(schema, known).map((payload) => [payload])
      const own = fc
        .constantFrom('senderId', 'userId')
        .chain((field) => near.map(([payload]) => [isObject(payload) ? { ...payload, [field]: 'self' } : payload]))
      const payloads = fc.oneof(
        { weight: 3, arbitrary: own },
        { weight: 4, arbitrary: near },
        { weight: 2, arbitrary: hostileValue.map((value) => [value]) },
        { weight: 1, arbitrary: fc.array(hostileValue, { maxLength: 3 }).map((all) => [all]) },
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => [Buffer.from(bytes)]) },
      )
      const property = fc.asyncProperty(payloads, async (given) => {
        if (sent++ % eventsOfSocket === 0) {
          person?.socket.disconnect()
          person = await connectSomebody(role)
        }
        if (!person) return
        const self = person._id
        const payload = given.map((one) =>
          isObject(one) ? Object.fromEntries(Object.entries(one).map(([k, v]) => [k, v === 'self' ? self : v])) : one,
        )
        const answer = await emit(person, event, payload)
        const { success, data } = acknowledgement.safeParse(answer)
        const isRight = success && !(data.success === false && data.title === 'Something went wrong on our side')
        const describe = () => `${role}: ${event} ${JSON.stringify(payload).slice(0, 300)} → ${JSON.stringify(answer)}`
        tally.count(isRight && person.socket.connected, describe)
        if (!isRight) throw new Error(describe())
      })
      await checkGenerated(tally, property, sockets * eventsOfSocket)
      person?.socket.disconnect()
    }
    tally.close()
  })

  it('leave no error of ours in the log, and the server well', async () => {
    expect(server.logLines.filter((line) => line.includes('"level":50')).slice(0, 3)).toEqual([])
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  })
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)
