import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientEvents } from '@interline/shared/contract'
import { newToken, startSession } from '../../auth/sessions.ts'
import type { Role } from '../../database/tables/people.ts'
import { rooms } from '../../realtime/broadcast.ts'
import { connectSocket, type ConnectedPerson } from '../socket-client.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { kinds, oneOf, peopleOf, roles, type Person } from './people.ts'
import { openTally } from './tally.ts'
import { groups, whoMayEmit } from './who-may.ts'

type Event = keyof ClientEvents

let server: TestServer
/** Two people of each role: who emits, and somebody else. */
const people = {} as Record<Role, [Person, Person]>
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '10' })
  for (const role of roles) {
    const [one, other] = await peopleOf(server.db, role, 2)
    if (one && other) people[role] = [one, other]
  }
})
afterAll(() => server.close())

const connect = async ({ _id }: Person) =>
  connectSocket(server, { _id, token: await startSession(server.db, _id, false) })

/** Emits any event with any payload, as a client can that does not keep to the contract. */
function emit({ socket }: ConnectedPerson, event: string, payload: unknown, waitMs = 5000) {
  const raw = socket as unknown as { timeout(ms: number): { emitWithAck(...args: unknown[]): Promise<unknown> } }
  return raw.timeout(waitMs).emitWithAck(event, payload) as Promise<{ success: boolean; title?: string }>
}

const payloadOf: Record<Event, (self: string, target: string) => object> = {
  'user-connected': (_self, target) => ({ userId: target }),
  'send-message': (self, target) => ({ senderId: self, receiverId: target, message: 'Hello', role: 'User' }),
  typing: (_self, target) => ({ receiverId: target, isTyping: true }),
  'watch-presence': (_self, target) => ({ partyIds: [target] }),
  'look-at': (_self, target) => ({ partyId: target }),
}
const events = Object.keys(payloadOf) as Event[]
/** Claims that a payload can make besides; none of them gives a right. */
const claims = (other: Person) => ({ role: 'Driver', _id: other._id, tokenHash: 'x', isAdmin: true, sender: other._id })

describe('role × socket event', () => {
  it.for(groups)('%s names in an event whom they may, and nobody else', async (group, { task }) => {
    const tally = openTally(task)
    const self = await oneOf(server.db, group)
    const { role } = self
    const other = people[role].find(({ _id }) => _id !== self._id) ?? self
    for (const event of events) {
      // A socket of its own for each event: some are limited for each socket.
      const person = await connect(self)
      const ends = new Map<string, string>()
      for (const [whom, target] of [
        ['oneself', self._id] as const,
        ...roles.map((one) => [one, people[one].find(({ _id }) => _id !== self._id)?._id ?? ''] as const),
        ['nobody', 'nobody-has-this-id'] as const,
      ])
        for (const extra of [{}, claims(other)]) {
          if (event === 'send-message' && 'role' in extra) extra.role = 'User'
          const answer = await emit(person, event, { ...extra, ...payloadOf[event](self._id, target) })
          const may = whom !== 'nobody' && whoMayEmit[event][group].includes(whom)
          const mayAskOfNobody = whom === 'nobody' && whoMayEmit[event][group].includes('oneself') && role === 'admin'
          const isRight = answer.success === may || (mayAskOfNobody && event !== 'user-connected')
          tally.count(isRight, () => `${group}: ${event} of ${whom} → ${JSON.stringify(answer)}`)
          if (!answer.success) ends.set(whom, JSON.stringify(answer))
        }
      // A caller who may not name somebody does not learn whether the id exists.
      if (role !== 'admin')
        tally.count(new Set(ends.values()).size <= 1, () => `${role}: ${event} tells ids apart: ${[...ends].join(' ')}`)
      person.socket.disconnect()
    }
    tally.close()
  })

  it.for(groups)('%s cannot send in the name of somebody else', async (group, { task }) => {
    const tally = openTally(task)
    const self = await oneOf(server.db, group)
    const person = await connect(self)
    const mine = await countOf(self._id)
    for (const claimed of [...roles.flatMap((one) => people[one]), { _id: 'nobody-has-this-id' }]) {
      if (claimed._id === self._id) continue
      const before = await countOf(claimed._id)
      for (const receiver of roles.flatMap((one) => people[one])) {
        const payload = payloadOf['send-message'](claimed._id, receiver._id)
        const answer = await emit(person, 'send-message', payload)
        const isStored = (await countOf(claimed._id)) !== before
        tally.count(!answer.success && !isStored, () => `${group} as ${claimed._id}: ${JSON.stringify(answer)}`)
      }
    }
    tally.count((await countOf(self._id)) === mine, () => `${group}: what was refused was stored`)
    person.socket.disconnect()
    tally.close()
  })

  it('tells riders and drivers nothing of others’ conversations and rows', async ({ task }) => {
    const tally = openTally(task)
    const [admin] = people.admin
    const office = await connect(admin)
    for (const role of ['driver', 'user'] as const) {
      const [self, other] = people[role]
      const person = await connect(self)
      await emit(person, 'watch-presence', { partyIds: [other._id] })
      await emit(person, 'look-at', { partyId: other._id })
      await emit(person, 'join', rooms.admins, 100).catch(() => undefined)
      const writer = await connect(other)
      await emit(writer, 'typing', payloadOf.typing(other._id, admin._id))
      await emit(writer, 'send-message', payloadOf['send-message'](other._id, admin._id))
      await emit(office, 'send-message', payloadOf['send-message'](admin._id, other._id))
      await emit(office, 'look-at', { partyId: other._id })
      writer.socket.disconnect()
      // The last is for this person: what was sent before it has arrived with it.
      await emit(office, 'send-message', payloadOf['send-message'](admin._id, self._id))
      await expect.poll(() => person.received.length).toBeGreaterThan(0)
      const heard = [person.typing, person.presence, person.viewers, person.changes].flat()
      tally.count(heard.length === 0, () => `${role}: ${JSON.stringify(heard)}`)
      tally.count(
        person.received.every(({ receiverId }) => receiverId === self._id) && person.received.length === 1,
        () => `${role}: ${JSON.stringify(person.received)}`,
      )
      person.socket.disconnect()
    }
    office.socket.disconnect()
    tally.close()
  }, 60_000)

  it('does nothing on events that it does not listen to', async ({ task }) => {
    const tally = openTally(task)
    const [self] = people.user
    const person = await connect(self)
    const before = await countOf(self._id)
    const unknown = [
      ...serverOnly,
      'join',
      'leave',
      'message',
      'constructor',
      '__proto__',
      'toString',
      '',
      'send-message ',
    ]
    await Promise.all(
      unknown.map(async (event) => {
        const answer = await emit(person, event, payloadOf['send-message'](self._id, people.admin[0]._id), 300).catch(
          () => undefined,
        )
        tally.count(answer === undefined, () => `${event} → ${JSON.stringify(answer)}`)
      }),
    )
    tally.count((await countOf(self._id)) === before, () => 'a message was stored')
    tally.count(person.socket.connected, () => 'the socket was cut')
    person.socket.disconnect()
    tally.close()
  })

  it.for(kinds.map(({ name }) => name))('lets in a socket of a session, and no other: %s', async (name, { task }) => {
    const tally = openTally(task)
    const kind = kinds.find((one) => one.name === name)
    const headers = (await kind?.headers(server.db)) ?? {}
    const { authorization = '' } = headers
    const isIn = kind?.group !== undefined
    const options = {
      'token in the handshake': { auth: { token: authorization.replace(/^\w+ /, '') }, extraHeaders: headers },
      'header only': { extraHeaders: headers },
    }
    for (const [way, option] of Object.entries(options)) {
      if (way !== 'header only' && authorization.startsWith('Basic')) continue
      const end = await connectSocket(server, { _id: '', token: '' }, option).then(
        ({ socket }) => (socket.disconnect(), 'in'),
        (error: Error) => error.message,
      )
      tally.count(end === (isIn ? 'in' : 'Please sign in'), () => `${name}, ${way}: ${end}`)
    }
    for (const token of [{ toString: null }, [], 1, true, '', newToken(), 'x'.repeat(30_000), '\0', "' or 1=1 --"]) {
      const end = await connectSocket(server, { _id: '', token: '' }, { auth: { token } }).then(
        ({ socket }) => (socket.disconnect(), 'in'),
        (error: Error) => error.message,
      )
      tally.count(end === 'Please sign in', () => `${JSON.stringify(token).slice(0, 40)}: ${end}`)
    }
    tally.close()
  })

  it('is no error of ours, whatever was sent', () => {
    expect(server.logLines.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})

const serverOnly = ['receive-message', 'messages-marked', 'rows-changed', 'notification', 'session-ended']

const countOf = async (sender: string) => {
  const rows = await server.db.selectFrom('messages').select('_id').where('sender_id', '=', sender).execute()
  return rows.length
}
