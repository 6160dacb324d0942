import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '../../repositories/accounts/sessions.ts'
import { connectSocket, registerPerson, signInAdmin, type ConnectedPerson } from '../../testing/socket-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createEventLimit } from './event-limit.ts'

describe('events of one person', () => {
  let server: TestServer
  const open: ConnectedPerson[] = []
  beforeAll(async () => void (server = await startTestServer('PGlite', { DEMO_ROWS: '4' })))
  afterEach(() => {
    for (const { socket } of open.splice(0)) socket.disconnect()
  })
  afterAll(() => server.close())

  async function join(who: { _id: string; token: string }) {
    const person = await connectSocket(server, who)
    open.push(person)
    return person
  }
  type Answer = { success: boolean; title?: string }
  const emit = ({ socket }: ConnectedPerson, event: string, payload: unknown) =>
    new Promise<Answer>((resolve) => void socket.emit(event as 'typing', payload as never, resolve as never))
  const auditOf = async (_id: string) =>
    (
      await sql<{ act: string }>`select act from audit where "actorId" = ${_id} and resource = 'socket'`.execute(
        server.db,
      )
    ).rows

  it('are refused above the limit, whichever they are and from whichever socket, and before they are read', async () => {
    const pat = await registerPerson(server, 'user')
    const [phone, tablet] = [await join(pat), await join(pat)]
    const honest = await Promise.all(
      Array.from({ length: 600 }, (_, at) => emit(at % 2 ? phone : tablet, 'user-connected', { userId: pat._id })),
    )
    expect(honest.filter(({ success }) => !success)).toEqual([])
    for (const event of ['user-connected', 'send-message', 'typing', 'watch-presence', 'look-at'])
      expect(await emit(phone, event, {})).toEqual({
        success: false,
        title: 'Too many events',
        detail: 'Please wait a moment.',
      })
    const other = await join(await registerPerson(server, 'user'))
    expect(await emit(other, 'user-connected', { userId: other._id })).toEqual({ success: true })
    expect([phone, tablet].map(({ socket }) => socket.connected)).toEqual([true, true])
  })

  it.each([
    ['that fail the schema', 'send-message', () => ({ message: 7 })],
    ['that are not for the role', 'look-at', () => ({ partyId: null })],
    ['that claim to be somebody else', 'user-connected', () => ({ userId: 'somebody' })],
    ['that nobody handles', 'no-such-event', () => ({})],
    ['that are too many', 'user-connected', (userId: string) => ({ userId })],
  ])('%s cut off who goes on, with one line of the log and one row of the audit', async (_what, event, payload) => {
    const [maya, pat] = [await join(await signInAdmin(server)), await registerPerson(server, 'user')]
    const [phone, tablet] = [await join(pat), await join(pat)]
    for (let at = 0; at < 5000; at += 1) phone.socket.emit(event as 'typing', payload(pat._id) as never)
    await expect.poll(() => [phone, tablet].map(({ socket }) => socket.connected)).toEqual([false, false])
    await expect(join(pat)).rejects.toThrow('Too many events')
    const rows = await auditOf(pat._id)
    expect(rows.filter(({ act }) => act === 'cut-off')).toHaveLength(1)
    expect(rows.length).toBeLessThanOrEqual(21)
    const lines = server.logLines.filter((line) => line.includes(pat._id) && line.includes('was cut off'))
    expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40])
    expect(maya.socket.connected).toBe(true)
  })
})

it('lets in again who was cut off once the minute is over, however the clock is set', () => {
  vi.useFakeTimers()
  try {
    const cuts: boolean[] = []
    const limit = createEventLimit((_caller, isFirst) => void cuts.push(isFirst))
    const pat = { _id: 'pat' } as Caller
    for (let at = 0; at < 302; at += 1) limit.countRefused(pat)
    expect([cuts, limit.isCutOff(pat)]).toEqual([[true, false], true])
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(60_000)
    expect([limit.isCutOff(pat), limit.take(pat)]).toEqual([false, true])
    limit.close()
  } finally {
    vi.useRealTimers()
  }
})
