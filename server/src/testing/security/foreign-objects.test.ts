import { afterAll, beforeAll, describe, it, vi } from 'vitest'
import { startSession } from '../../auth/sessions.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { isLong, isWhole } from './seed.ts'
import { openTally } from './tally.ts'
import { whoMayCall } from './who-may.ts'

/** The id that a call names, as one of somebody else or as one that does not exist. */
type Call = { path: string; body?: (id: string, self: string) => object; kind: 'booking' | 'person' }

/** Every call of riders and drivers that names a record or a person. */
const calls: Record<string, Call> = {
  'GET /api/v1/user/chats/:id': { path: '/user/chats/ID', kind: 'person' },
  'POST /api/v1/user/chats/mark-seen': {
    path: '/user/chats/mark-seen',
    body: (id, self) => ({ sender_id: id, receiver_id: self }),
    kind: 'person',
  },
  'POST /api/v1/user/bookings/status': {
    path: '/user/bookings/status',
    body: (_id) => ({ _id, status: 'Canceled' }),
    kind: 'booking',
  },
}
/** Calls of riders and drivers that name nothing of anybody, or what all may name, such as a ride that is offered. */
const namesNothing = [
  'POST /api/v1/user/auth/logout',
  'GET /api/v1/user/chat-list',
  'GET /api/v1/user/support',
  'GET /api/v1/user/profile',
  'GET /api/v1/user/bookings',
  'POST /api/v1/user/bookings',
  'GET /api/v1/user/open-rides',
  'POST /api/v1/driver/rides',
  'POST /api/v1/driver/request-re-verification',
]
const ownLists = ['/user/profile', '/user/chat-list', '/user/bookings']

let server: TestServer
beforeAll(async () => void (server = await startTestServer('PGlite', { DEMO_ROWS: '40' })))
afterAll(() => server.close())

const bookings = () =>
  server.db.selectFrom('bookings').select(['_id', 'userId', 'driverId', 'status']).orderBy('_id').execute()
const people = (role: 'driver' | 'user') =>
  server.db.selectFrom('people').select('_id').where('role', '=', role).orderBy('_id').execute()
const stored = async () => {
  const messages = await server.db.selectFrom('messages').selectAll().orderBy('_id').execute()
  return JSON.stringify([await bookings(), messages])
}

// The limit of writes is another test's: here an hour goes by when it is reached.
let hours = 0
const now = performance.now.bind(performance)
beforeAll(() => void vi.spyOn(performance, 'now').mockImplementation(() => now() + hours * 3_600_000))

describe('person × foreign object', () => {
  it('says of every call of riders and drivers whether it names a record', ({ expect }) => {
    const theirs = Object.entries(whoMayCall).filter(([, who]) => who.includes('driver') || who.includes('user'))
    expect([...Object.keys(calls), ...namesNothing].sort()).toEqual(theirs.map(([route]) => route).sort())
  })

  it.for(['driver', 'user'] as const)(
    '%s gets one answer for what is foreign and what is not',
    async (role, { task }) => {
      const tally = openTally(task)
      const before = await stored()
      const others = [...(await people('driver')), ...(await people('user'))].map(({ _id }) => _id)
      for (const { _id: self } of (await people(role)).slice(0, isLong || isWhole ? 8 : 2)) {
        const token = await startSession(server.db, self, false)
        const foreign = {
          person: others.filter((id) => id !== self),
          booking: (await bookings())
            .filter(({ userId, driverId }) => userId !== self && driverId !== self)
            .map(({ _id }) => _id),
        }
        for (const [route, { path, body, kind }] of Object.entries(calls)) {
          const answerTo = async (id: string) => {
            const options = { token, ...(body && { body: body(id, self) }) }
            const ask = () => server.call(body ? 'POST' : 'GET', path.replace('ID', id), options)
            let answer = await ask()
            if (answer.status === 429) {
              hours += 1
              // The cache of limits reads the clock once a millisecond.
              await vi.waitUntil(async () => (answer = await ask()).status !== 429, { interval: 1 })
            }
            return `${answer.status} ${answer.text.replace(/"request_id":"[^"]*"/, '')}`
          }
          const toNone = await answerTo('there-is-none')
          tally.count(toNone.startsWith('404 '), () => `${role}: ${route} of none → ${toNone}`)
          for (const id of foreign[kind]) {
            const answer = await answerTo(id)
            tally.count(answer === toNone, () => `${role}: ${route} of ${id} → ${answer}, of none → ${toNone}`)
          }
        }
      }
      const after = await stored()
      tally.count(after === before, () => 'a record of others was changed')
      tally.close()
    },
  )

  it.for(['driver', 'user'] as const)('%s finds only what is their own in lists', async (role, { task }) => {
    const tally = openTally(task)
    const all = await bookings()
    for (const { _id: self } of await people(role)) {
      const token = await startSession(server.db, self, false)
      const mine = new Set(
        all.filter(({ userId, driverId }) => [userId, driverId].includes(self)).map(({ _id }) => _id),
      )
      for (const path of ownLists) {
        const { status, text } = await server.call('GET', path, { token })
        tally.count(status === 200, () => `${role}: ${path} → ${status}`)
        if (path !== '/user/bookings') {
          const strangers = (await people(role)).filter(({ _id }) => _id !== self && text.includes(`"${_id}"`))
          tally.count(strangers.length === 0, () => `${role}: ${path} shows ${strangers.map(({ _id }) => _id).join()}`)
          continue
        }
        const { data } = JSON.parse(text) as { data: { _id: string }[] }
        const shown = data.map(({ _id }) => _id).sort()
        tally.count(shown.join() === [...mine].sort().join(), () => `${role} ${self}: not all or not only theirs`)
      }
    }
    tally.close()
  })
})
