import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  answer,
  assignee,
  booking,
  chatCounts,
  chatListItem,
  chatMessage,
  foundMessage,
  listAnswer,
} from '@interline/shared/contract/schemas'
import { personKeys } from '../../database/search-keys.ts'
import { renamePerson } from '../../repositories/accounts/accounts.ts'
import { appendMessages } from '../../repositories/messages/append-messages.ts'
import { connectSocket, registerPerson, signInAdmin, type ConnectedPerson } from '../../testing/socket-client.ts'
import { describeOnBothDatabases } from '../../testing/services.ts'
import { field, startTestServer, type TestServer } from '../../testing/test-server.ts'

describeOnBothDatabases('work on conversations on %s', (database) => {
  let server: TestServer
  let maya: Awaited<ReturnType<typeof signInAdmin>>
  let theo: Awaited<ReturnType<typeof signInAdmin>>
  const open: ConnectedPerson[] = []
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '6' })
    maya = await signInAdmin(server)
    theo = await signInAdmin(server, 'theo@interline.test')
  })
  beforeEach(async () => {
    await server.db.deleteFrom('messages').execute()
    await server.db.deleteFrom('conversations').execute()
  })
  afterEach(() => {
    for (const { socket } of open.splice(0)) socket.disconnect()
  })
  afterAll(() => server.close())

  const connect = async (who: { _id: string; token: string }) => {
    const person = await connectSocket(server, who)
    open.push(person)
    return person
  }
  const say = (from: ConnectedPerson, receiverId: string, message: string) =>
    new Promise(
      (resolve) => void from.socket.emit('send-message', { senderId: from._id, receiverId, message }, resolve),
    )
  /** A new person who wrote this. */
  const writer = async (message: string, role: 'driver' | 'user' = 'user') => {
    const person = await connect(await registerPerson(server, role))
    await say(person, maya._id, message)
    return person
  }
  const post = (path: string, body: object, token = maya.token) =>
    server.call('POST', `/admin/conversations/${path}`, { token, body })
  const get = (path: string, token = maya.token) => server.call('GET', `/admin/conversations/${path}`, { token })
  const page = async (query = '', token = maya.token) =>
    listAnswer(chatListItem).parse((await server.call('GET', `/user/chat-list?page=1${query}`, { token })).body)
  const messagesOf = async (query = '', token = maya.token) =>
    (await page(query, token)).data.map(({ last_message }) => last_message)
  const counts = async (token = maya.token) => answer(chatCounts).parse((await get('counts', token)).body).data
  const acts = async (targetId: string) =>
    (
      await sql<{ act: string }>`select act from audit where "targetId" = ${targetId} and resource = 'conversation'
        order by sequence`.execute(server.db)
    ).rows.map(({ act }) => act)

  it('gives the list in pages by cursor, newest first, or first what nobody has seen', async () => {
    const people = []
    for (const text of ['a', 'b', 'c', 'd', 'e']) people.push(await writer(text))
    await server.call('POST', '/user/chats/mark-seen', {
      token: maya.token,
      body: { sender_id: people[4]?._id, receiver_id: maya._id },
    })
    const first = await page('&page_size=2')
    expect(first.data.map(({ last_message }) => last_message)).toEqual(['e', 'd'])
    expect(first.meta).toMatchObject({ total: 5, page: 1, page_size: 2 })
    const all = [...first.data]
    for (let next = first.meta?.next; next;) {
      const { data, meta } = listAnswer(chatListItem).parse(
        (await server.call('GET', `/user/chat-list?page_size=2&cursor=${next}`, { token: maya.token })).body,
      )
      all.push(...data)
      next = meta?.next
    }
    expect(all.map(({ last_message }) => last_message)).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(await messagesOf('&sort=unread')).toEqual(['d', 'c', 'b', 'a', 'e'])
    const unread = await page('&sort=unread&page_size=4')
    const rest = await server.call('GET', `/user/chat-list?sort=unread&cursor=${unread.meta?.next}`, maya)
    expect(field<{ last_message: string }[]>(rest.body, 'data').map(({ last_message }) => last_message)).toEqual(['e'])
    expect((await server.call('GET', '/user/chat-list', maya)).body).not.toHaveProperty('meta')
  })

  it('refuses pages and cursors that are none, and gives a person no page of others', async () => {
    const pat = await writer('mine')
    await writer('not mine')
    const cursor = (await page('&page_size=1')).meta?.next
    for (const query of ['page=2', 'cursor=x', `sort=unread&cursor=${cursor}`, 'show=all', 'page_size=0', 'sort=name'])
      expect((await server.call('GET', `/user/chat-list?${query}`, maya)).status, query).toBe(400)
    const own = await server.call('GET', '/user/chat-list?page=1&show=closed', { token: pat.token })
    expect(field<object[]>(own.body, 'data')).toMatchObject([{ last_message: 'mine', full_name: 'Support' }])
    expect(field<object[]>(own.body, 'data.0')).not.toHaveProperty('assigned_to')
  })

  it('finds conversations by the name, and by nothing else of a person', async () => {
    const pat = await writer('from pat', 'driver')
    const rename = (full_name: string) => server.db.transaction().execute((tx) => renamePerson(tx, pat._id, full_name))
    await rename('Zo_ë Quill')
    await writer('from another')
    expect(await messagesOf('&q=zo_E%20q')).toEqual(['from pat'])
    expect(await messagesOf('&q=zoXe')).toEqual([])
    expect(await messagesOf('&q=mail.example')).toEqual([])
    await rename('Una Rook')
    expect(await messagesOf('&q=zo_e')).toEqual([])
    expect(await messagesOf('&q=ROOK')).toEqual(['from pat'])
  })

  it('counts and filters: unanswered, mine, unassigned and closed; what the person writes opens it again', async () => {
    const admin = await connect(maya)
    const [pat, sam] = [await writer('help'), await writer('hello')]
    expect(await counts()).toEqual({ unread: 2, unanswered: 2, mine: 0, unassigned: 2, closed: 0 })
    await say(admin, sam._id, 'Hi Sam')
    expect(await messagesOf('&show=unanswered')).toEqual(['help'])
    expect((await post('assign', { party_id: pat._id, assigned_to: maya._id })).status).toBe(200)
    expect((await page('&show=mine')).data).toMatchObject([
      { party_id: pat._id, assigned_to: { _id: maya._id, full_name: 'Maya Lindqvist' } },
    ])
    expect(await messagesOf('&show=mine', theo.token)).toEqual([])
    expect(await messagesOf('&show=unassigned')).toEqual(['Hi Sam'])
    expect((await post('close', { party_id: pat._id, is_closed: true })).status).toBe(200)
    expect(await counts()).toEqual({ unread: 2, unanswered: 0, mine: 0, unassigned: 1, closed: 1 })
    await say(admin, pat._id, 'An afterthought')
    expect(await messagesOf('&show=closed')).toEqual(['An afterthought'])
    await say(pat, maya._id, 'Still here')
    expect(await counts()).toMatchObject({ unanswered: 1, mine: 1, closed: 0 })
    expect(await acts(pat._id)).toEqual(['assign-conversation', 'close-conversation'])
  })

  it('tells other administrators at once, and who was quicker', async () => {
    const other = await connect(theo)
    const pat = await writer('help')
    other.changes.length = 0
    expect((await post('assign', { party_id: pat._id, assigned_to: maya._id, expected: null })).status).toBe(200)
    await expect
      .poll(() => other.changes)
      .toMatchObject([{ noun: 'chats', resource: 'chats', _id: pat._id, kind: 'changed' }])
    expect(
      (await post('assign', { party_id: pat._id, assigned_to: theo._id, expected: null }, theo.token)).body,
    ).toMatchObject({ status: 409, title: 'Maya Lindqvist works on this conversation meanwhile' })
    // The same once more changes nothing, and is written down once.
    expect((await post('assign', { party_id: pat._id, assigned_to: maya._id, expected: null })).status).toBe(200)
    expect((await post('close', { party_id: pat._id, is_closed: false })).status).toBe(200)
    expect((await post('assign', { party_id: pat._id, assigned_to: null, expected: maya._id })).status).toBe(200)
    expect(await acts(pat._id)).toEqual(['assign-conversation', 'assign-conversation'])
  })

  it('assigns to nobody who may not answer, and no conversation that is none', async () => {
    const pat = await writer('help')
    const viewer = await signInAdmin(server, 'jonas@interline.test')
    const assignees = answer(assignee.array()).parse((await get('assignees')).body).data
    expect(assignees.map(({ full_name }) => full_name)).toEqual(['Ines Duarte', 'Maya Lindqvist', 'Theo Marchetti'])
    expect((await post('assign', { party_id: pat._id, assigned_to: viewer._id })).status).toBe(409)
    expect((await post('assign', { party_id: pat._id, assigned_to: pat._id })).status).toBe(404)
    const silent = await registerPerson(server, 'user')
    expect((await post('assign', { party_id: silent._id, assigned_to: maya._id })).status).toBe(404)
    expect((await post('close', { party_id: 'nobody', is_closed: true })).status).toBe(404)
    expect((await post('close', { party_id: pat._id })).status).toBe(400)
  })

  it('leads to who waits longest, from one to the next and round again, past those of colleagues', async () => {
    const [a, b, c] = [await writer('a'), await writer('b'), await writer('c', 'driver')]
    await post('assign', { party_id: b._id, assigned_to: theo._id })
    const next = async (after = '') => field<{ party_id: string } | null>((await get(`next${after}`)).body, 'data')
    expect(await next()).toMatchObject({ party_id: a._id, party_role: 'user' })
    expect(await next(`?after=${a._id}`)).toEqual({ party_id: c._id, full_name: 'Pat driver', party_role: 'driver' })
    expect(await next(`?after=${c._id}`)).toMatchObject({ party_id: a._id })
    for (const { _id } of [a, c]) await post('close', { party_id: _id, is_closed: true })
    expect(await next()).toBeNull()
  })

  it('lets nobody lose their place by writing again: unanswered ones, the next of them and the oldest go by the first message', async () => {
    const admin = await connect(maya)
    const pat = await writer('one')
    await say(admin, pat._id, 'An answer')
    await say(pat, maya._id, 'two')
    const sam = await writer('hello')
    await say(pat, maya._id, 'three')
    await writer('hi')
    const waiting = (await page('&show=unanswered')).data
    expect(waiting.map(({ last_message }) => last_message)).toEqual(['three', 'hello', 'hi'])
    const history = await server.call('GET', `/user/chats/${pat._id}`, maya)
    const [, , second] = field<{ createdAt: string }[]>(history.body, 'data')
    expect(waiting[0]?.waiting_since).toBe(second?.createdAt)
    expect(field(await get('next'), 'body.data.party_id')).toBe(pat._id)
    expect(field(await get(`next?after=${pat._id}`), 'body.data.party_id')).toBe(sam._id)
    const { body } = await server.call('GET', '/admin/dashboard/attention', maya)
    expect(field(body, 'data.chats')).toMatchObject({ count: 3, oldest: second?.createdAt })
    const cursor = (await page('&show=unanswered&page_size=1')).meta?.next
    const rest = await server.call('GET', `/user/chat-list?show=unanswered&cursor=${cursor}`, maya)
    expect(field(rest.body, 'data')).toMatchObject([{ party_id: sam._id }, { last_message: 'hi' }])
    expect((await server.call('GET', `/user/chat-list?cursor=${cursor}`, maya)).status).toBe(400)
    expect(await messagesOf('&show=unanswered&sort=-last_message_date')).toEqual(['hi', 'three', 'hello'])

    await say(admin, pat._id, 'Another answer')
    expect((await page('&id=' + pat._id)).data).toMatchObject([{ waiting_since: null }])
    // Closing is an answer too: what comes after it waits from then on.
    await post('close', { party_id: sam._id, is_closed: true })
    expect((await page('&id=' + sam._id)).data).toMatchObject([{ waiting_since: null }])
    await say(pat, maya._id, 'four')
    await say(sam, maya._id, 'again')
    expect(await messagesOf('&show=unanswered')).toEqual(['hi', 'four', 'again'])
  })

  it('is unread again when somebody writes while what was there is being marked as seen', async () => {
    const pat = await writer('one')
    const seen = server.call('POST', '/user/chats/mark-seen', {
      token: maya.token,
      body: { sender_id: pat._id, receiver_id: maya._id },
    })
    await Promise.all([seen, say(pat, maya._id, 'two')])
    const [row] = (await page()).data
    expect((await counts()).unread).toBe((row?.unseen_count ?? 0) > 0 ? 1 : 0)
  })

  it('finds messages by words and their beginnings, in all conversations or in one', async () => {
    const [pat, sam] = [await writer('My licence was refused, why?'), await writer('Refund for the ride to Austin')]
    const found = async (query: string) =>
      answer(foundMessage.array())
        .parse((await get(`messages?${query}`)).body)
        .data.map(({ message }) => message)
    expect(await found('q=LICEN%20refu')).toEqual(['My licence was refused, why?'])
    expect(await found('q=refu')).toEqual(['Refund for the ride to Austin', 'My licence was refused, why?'])
    expect(await found(`q=refu&party_id=${sam._id}`)).toEqual(['Refund for the ride to Austin'])
    expect(await found(`q=refu%20%26%20!x'`)).toEqual([])
    expect(await found('q=%26%7C%21')).toEqual([])
    expect((await get('messages?q=a')).status).toBe(400)
    expect(answer(foundMessage.array()).parse((await get('messages?q=licence')).body).data).toMatchObject([
      { party_id: pat._id, full_name: 'Pat user', seq: 1, is_theirs: true },
    ])
  })

  it('lists a person’s bookings, newest first', async () => {
    const { userId } = await server.db.selectFrom('bookings').select('userId').executeTakeFirstOrThrow()
    const rows = answer(booking.array()).parse((await get(`bookings?party_id=${userId}`)).body).data
    expect(new Set(rows.map(({ user }) => user?._id))).toEqual(new Set([userId]))
    expect(rows.map(({ createdAt }) => createdAt)).toEqual(
      rows
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    )
    for (const nobody of ['nobody', maya._id]) expect((await get(`bookings?party_id=${nobody}`)).status).toBe(404)
  })

  it('§7 answers a whole history and the whole list piece by piece, in their order', async () => {
    const pat = await registerPerson(server, 'user')
    const message = {
      sender_id: pat._id,
      receiver_id: maya._id,
      partyId: pat._id,
      isToSupport: true,
      isDelivered: true,
    }
    const texts = Array.from({ length: 620 }, (_, at) => `Number ${at}`)
    await appendMessages(
      server.db,
      texts.map((text) => ({ ...message, message: text })),
    )
    // An answer that is made in one piece says how long it is.
    const read = async (path: string) => {
      const { body, headers } = await server.call('GET', path, { token: maya.token })
      expect(headers['content-length']).toBeUndefined()
      return body
    }
    const history = async (query = '') =>
      answer(chatMessage.array())
        .parse(await read(`/user/chats/${pat._id}${query}`))
        .data.map((one) => one.message)
    expect(await history()).toEqual(texts)
    expect(await history('?after=600')).toEqual(texts.slice(600))
    expect(await history('?before=11')).toEqual(texts.slice(0, 10))
    const people = Array.from({ length: 300 }, (_, at) => `p${String(at).padStart(23, '0')}`)
    await server.db
      .insertInto('people')
      .values(
        people.map((_id) => ({
          _id,
          role: 'user',
          full_name: _id,
          ...personKeys({ full_name: _id }),
          createdAt: new Date(),
        })),
      )
      .execute()
    for (const _id of people.slice(0, 2))
      await appendMessages(server.db, [{ ...message, sender_id: _id, partyId: _id, message: 'Hello' }])
    await appendMessages(
      server.db,
      people.slice(2).map((_id) => ({ ...message, sender_id: _id, partyId: _id, message: 'Hello' })),
    )
    const whole = answer(chatListItem.array()).parse(await read('/user/chat-list')).data
    const byTime = whole.map(({ last_message_date }) => last_message_date)
    expect(whole).toHaveLength(people.length + 1)
    expect(byTime).toEqual(byTime.toSorted().reverse())
    const own = answer(chatListItem.array()).parse(
      (await server.call('GET', '/user/chat-list', { token: pat.token })).body,
    ).data
    expect(own).toMatchObject([{ full_name: 'Support', last_message: 'Number 619' }])
  })
})
