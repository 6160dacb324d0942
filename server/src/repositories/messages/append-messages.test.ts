import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Notification } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import { describeOnBothDatabases } from '../../testing/services.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { registerPerson, signInAdmin } from '../../testing/socket-client.ts'
import { appendMessages, type NewMessage } from './append-messages.ts'
import { readHistory } from './conversations.ts'
import { allNotifications, markSomeRead } from '../notification-list.ts'
import { markMessagesSeen } from './conversations.ts'

async function listNotifications(db: Database, adminId: string): Promise<Notification[]> {
  const listed: Notification[] = []
  for await (const rows of allNotifications(db, adminId, 200)) listed.push(...rows)
  return listed
}

describeOnBothDatabases('messages of many conversations in one statement on %s', (database) => {
  let server: TestServer
  let adminId: string
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '2' })
    adminId = (await signInAdmin(server))._id
  })
  afterAll(() => server.close())

  const person = async () => (await registerPerson(server, 'user'))._id
  const from = (_id: string, message: string, more: Partial<NewMessage> = {}): NewMessage => ({
    partyId: _id,
    sender_id: _id,
    receiver_id: adminId,
    message,
    isToSupport: true,
    isDelivered: false,
    ...more,
  })
  const to = (_id: string, message: string, more: Partial<NewMessage> = {}): NewMessage => ({
    partyId: _id,
    sender_id: adminId,
    receiver_id: _id,
    message,
    isToSupport: false,
    isDelivered: true,
    ...more,
  })
  const stored = async (_id: string) =>
    (await readHistory(server.db, _id, { limit: 500 })).map(({ seq, message }) => `${seq} ${message}`)

  it('counts each conversation by itself, in the order given', async () => {
    const [pat, sam] = [await person(), await person()]
    await appendMessages(server.db, [from(pat, 'one')])
    const appended = await appendMessages(server.db, [
      from(pat, 'two'),
      from(sam, 'uno'),
      to(pat, 'three'),
      to(sam, 'due'),
      from(pat, 'four'),
    ])
    expect(appended.map((one) => [one?.row.seq, one?.isNew])).toEqual([
      [2, true],
      [1, true],
      [3, true],
      [2, true],
      [4, true],
    ])
    expect(await stored(pat)).toEqual(['1 one', '2 two', '3 three', '4 four'])
    expect(await stored(sam)).toEqual(['1 uno', '2 due'])
    const [first, , third] = await readHistory(server.db, pat, { limit: 500 })
    expect(first).toMatchObject({
      sender_id: pat,
      receiver_id: adminId,
      clientId: null,
      delivered_at: null,
      seen_at: null,
    })
    expect(third).toMatchObject({ ...appended[2]?.row })
  })

  it('stores what was sent before once, whether that was earlier or in the same breath, and leaves no gap', async () => {
    const pat = await person()
    const [first] = await appendMessages(server.db, [from(pat, 'one', { clientId: 'a' })])
    const appended = await appendMessages(server.db, [
      from(pat, 'again', { clientId: 'a' }),
      from(pat, 'two', { clientId: 'b' }),
      from(pat, 'two again', { clientId: 'b' }),
      from(pat, 'three'),
    ])
    expect(appended[0]).toEqual({ row: first?.row, isNew: false })
    expect(appended[2]).toEqual({ row: appended[1]?.row, isNew: false })
    expect(await stored(pat)).toEqual(['1 one', '2 two', '3 three'])
  })

  it('stores once what comes to several nodes at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, person))
    const batch = (n: number) => people.map((_id) => from(_id, `from node ${n}`, { clientId: 'the same' }))
    const all = await Promise.all(
      [1, 2, 3, 4].map((n) => appendMessages(server.db, n % 2 ? batch(n) : batch(n).reverse())),
    )
    expect(all.flat().filter((one) => one?.isNew)).toHaveLength(people.length)
    for (const _id of people) expect(await stored(_id)).toHaveLength(1)
    await appendMessages(
      server.db,
      people.map((_id) => from(_id, 'next')),
    )
    for (const _id of people) expect((await stored(_id))[1]).toBe('2 next')
  })

  it('lets a person wait from their first message after the last answer, whatever comes in one breath', async () => {
    const pat = await person()
    const since = async () =>
      (await server.db.selectFrom('conversations').selectAll().where('partyId', '=', pat).executeTakeFirstOrThrow())
        .waitingSince
    const [one] = await appendMessages(server.db, [from(pat, 'one')])
    await appendMessages(server.db, [from(pat, 'two')])
    expect(await since()).toEqual(one?.row.createdAt)
    const [, three] = await appendMessages(server.db, [to(pat, 'an answer'), from(pat, 'three')])
    expect(three?.row.createdAt).not.toEqual(one?.row.createdAt)
    expect(await since()).toEqual(three?.row.createdAt)
  })

  it('stores nothing to nobody, and nothing between two on the same side', async () => {
    const [pat, sam] = [await person(), await person()]
    const appended = await appendMessages(server.db, [
      from(pat, 'to nobody', { receiver_id: 'nobody' }),
      from(pat, 'to another', { receiver_id: sam }),
      to(adminId, 'to myself'),
      from(pat, 'to nobody once', { receiver_id: 'nobody', clientId: 'n' }),
      from(pat, 'to the desk'),
    ])
    expect(appended.map((one) => one?.row.message)).toEqual([undefined, undefined, undefined, undefined, 'to the desk'])
    expect(await stored(pat)).toEqual(['1 to the desk'])
    expect(await stored(sam)).toEqual([])
    expect(await stored(adminId)).toEqual([])
  })

  it('stores none when one points nowhere', async () => {
    const pat = await person()
    await expect(appendMessages(server.db, [from(pat, 'one'), from('gone', 'two')])).rejects.toMatchObject({
      code: '23503',
    })
    expect(await stored(pat)).toEqual([])
  })

  it('makes one entry of the unread messages of a person, with the newest text', async () => {
    const pat = await person()
    const told = (body: string) => ({ notification: { title: `Message from ${pat}`, body } })
    const entries = async () => (await listNotifications(server.db, adminId)).filter(({ title }) => title.endsWith(pat))
    await appendMessages(server.db, [
      from(pat, 'one', { clientId: 'a', ...told('one') }),
      from(pat, 'again', { clientId: 'a', ...told('again') }),
      from(pat, 'two', told('two')),
      from(pat, 'x', { receiver_id: 'nobody', ...told('x') }),
    ])
    const [first] = await entries()
    expect(first).toMatchObject({
      title: `2 messages from ${pat}`,
      body: 'two',
      kind: 'message-received',
      subject: { kind: 'chat', _id: pat },
    })
    await markSomeRead(server.db, adminId, [first?._id ?? ''])
    await appendMessages(server.db, [from(pat, 'three', told('three'))])
    expect(await entries()).toMatchObject([
      { _id: first?._id, title: `3 messages from ${pat}`, body: 'three', read: false },
    ])
    await markMessagesSeen(server.db, pat, 'support', new Date())
    await appendMessages(server.db, [from(pat, 'four', told('four'))])
    expect(await entries()).toMatchObject([{ title: `Message from ${pat}`, body: 'four' }])
  })

  it('takes any text, and half a character as the sign for what is none', async () => {
    const pat = await person()
    const text = 'a\\b "c" \n 😀 \\ud83d {}'
    await appendMessages(server.db, [
      from(pat, text, { notification: { title: 'Cut', body: '😀'.slice(0, 1) } }),
      from(pat, `half ${'😀'.slice(0, 1)}`, { clientId: '😀'.slice(1) }),
    ])
    expect(await stored(pat)).toEqual([`1 ${text}`, '2 half \uFFFD'])
  })
})
