import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Notification, SendMessageAck } from '@interline/shared/contract'
import { answer, chatListItem, chatMessage } from '@interline/shared/contract/schemas'
import { connectSocket, registerPerson, signInAdmin, type ConnectedPerson as Person } from '../testing/socket-client.ts'
import { describeOnBothDatabases } from '../testing/services.ts'
import { field, origin, startTestServer, type TestServer } from '../testing/test-server.ts'

describeOnBothDatabases('chat on %s', (database) => {
  let server: TestServer
  const open: Person['socket'][] = []
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '4' })
  })
  afterEach(() => {
    for (const socket of open.splice(0)) socket.disconnect()
  })
  afterAll(() => server.close())

  const join = async (_id: string, token: string, options?: object) => {
    const person = await connectSocket(server, { _id, token }, options)
    open.push(person.socket)
    return person
  }
  const register = (role: 'driver' | 'user') => registerPerson(server, role)
  const admin = (email?: string) => signInAdmin(server, email)
  const joinAs = async (who: Promise<{ _id: string; token: string }>) => who.then(({ _id, token }) => join(_id, token))
  const send = (from: Person, receiverId: string, message: string, more = {}) =>
    new Promise<SendMessageAck>(
      (resolve) => void from.socket.emit('send-message', { senderId: from._id, receiverId, message, ...more }, resolve),
    )
  const history = async (token: string, id: string, query = '') =>
    answer(chatMessage.array()).parse((await server.call('GET', `/user/chats/${id}${query}`, { token })).body).data
  const chatsOf = async (token: string) =>
    answer(chatListItem.array()).parse((await server.call('GET', '/user/chat-list', { token })).body).data

  it('stores a message, hands it to the person and to every other administrator, and acknowledges it', async () => {
    const [maya, theo, pat] = [
      await joinAs(admin()),
      await joinAs(admin('theo@interline.test')),
      await joinAs(register('user')),
    ]
    const ack = await send(maya, pat._id, ' Hello Pat ', { clientId: 'c1', role: 'Driver' })
    expect(ack).toMatchObject({
      success: true,
      data: { sender_id: maya._id, receiver_id: pat._id, message: 'Hello Pat', seq: 1, clientId: 'c1' },
    })
    await expect.poll(() => [pat.received.length, theo.received.length]).toEqual([1, 1])
    expect(pat.received[0]).toMatchObject({ senderId: maya._id, receiverId: pat._id, message: 'Hello Pat', seq: 1 })
    expect(maya.received).toEqual([])
    expect(await history(pat.token, theo._id)).toHaveLength(1)
  })

  it('names the colleague who wrote to administrators alone: to the person it is Support', async () => {
    const [maya, theo, pat] = [
      await joinAs(admin()),
      await joinAs(admin('theo@interline.test')),
      await joinAs(register('user')),
    ]
    await send(maya, pat._id, 'In the chat')
    const direct = { token: maya.token, body: { receiver_id: pat._id, message: 'To many' } }
    expect((await server.call('POST', '/admin/messages', direct)).status).toBe(200)
    await send(pat, maya._id, 'Thanks')
    await expect.poll(() => [pat.received.length, theo.received.length]).toEqual([2, 3])
    const namesIn = (messages: object[]) => messages.map((one) => ('sender_name' in one ? one.sender_name : null))
    const named = ['Maya Lindqvist', 'Maya Lindqvist', null]
    expect([namesIn(theo.received), namesIn(await history(theo.token, pat._id))]).toEqual([named, named])
    const own = await server.call('GET', `/user/chats/${maya._id}`, { token: pat.token })
    expect(JSON.stringify([pat.received, own.body, await chatsOf(pat.token)])).not.toMatch(/sender_name|Lindqvist/)
  })

  it('hands what somebody writes while no administrator is connected to their other devices, and not back to the one it came from', async () => {
    const [maya, pat] = [await admin(), await register('user')]
    const [phone, tablet] = [await join(pat._id, pat.token), await join(pat._id, pat.token)]
    expect(await send(phone, maya._id, 'From the phone')).toMatchObject({ success: true })
    await expect.poll(() => tablet.received.map(({ message }) => message)).toEqual(['From the phone'])
    tablet.socket.disconnect()
    expect(await send(phone, maya._id, 'Still here')).toMatchObject({ success: true })
    expect(phone.received).toEqual([])
  })

  it('records a few forged events of a person, and then only refuses them', async () => {
    const [maya, pat] = [await admin(), await joinAs(register('user'))]
    const forge = (at: number): Promise<{ success: boolean; title?: string }> =>
      new Promise((resolve) =>
        at % 2
          ? void pat.socket.emit('user-connected', { userId: maya._id }, resolve)
          : void pat.socket.emit(
              'send-message',
              { senderId: maya._id, receiverId: pat._id, message: 'forged' },
              resolve,
            ),
      )
    const acks = await Promise.all(Array.from({ length: 60 }, (_, at) => forge(at)))
    expect(acks.filter(({ success }) => success)).toEqual([])
    expect(acks.filter(({ title }) => title === 'This is not who you are')).toHaveLength(20)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit
      where "actorId" = ${pat._id} and act = 'refused-claim'`.execute(server.db)
    expect(rows).toEqual([{ count: 20 }])
  })

  it('answers a receiver that is no text with what is wrong, and goes on', async () => {
    const [maya, pat] = [await joinAs(admin()), await joinAs(register('user'))]
    for (const receiverId of [{ toString: null }, null, 7, ['a']])
      expect(await send(maya, receiverId as never, 'Hello')).toMatchObject({ success: false })
    expect(await send(maya, pat._id, 'Hello')).toMatchObject({ success: true })
  })

  it('gives a rider sixty sockets and no more', async () => {
    const pat = await register('user')
    const sockets = Array.from({ length: 64 }, () =>
      io(`http://127.0.0.1:${server.port}`, {
        auth: { token: pat.token },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      }),
    )
    open.push(...sockets)
    const refused: string[] = []
    for (const socket of sockets) socket.on('connect_error', ({ message }) => void refused.push(message))
    await expect.poll(() => sockets.filter(({ connected }) => connected).length + refused.length).toBe(64)
    expect(refused).toEqual(Array.from({ length: 4 }, () => 'Too many connections'))
  })

  it('stores a repeated message once', async () => {
    const [maya, pat] = [await joinAs(admin()), await joinAs(register('driver'))]
    const acks = await Promise.all([1, 2, 3].map(() => send(pat, maya._id, 'Once', { clientId: 'same' })))
    expect(new Set(acks.map((ack) => field<string>(ack, 'data._id'))).size).toBe(1)
    expect(await history(maya.token, pat._id)).toHaveLength(1)
    expect(maya.received).toHaveLength(1)
  })

  it('counts the messages of a conversation without a gap, however many are sent at once', async () => {
    const [maya, pat] = [await joinAs(admin()), await joinAs(register('user'))]
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        send(n % 2 ? maya : pat, n % 2 ? pat._id : maya._id, `m${n}`, { clientId: `n${n}` }),
      ),
    )
    expect((await history(maya.token, pat._id)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect((await history(maya.token, pat._id, '?after=9')).map(({ seq }) => seq)).toEqual([10, 11, 12])
    expect((await history(maya.token, pat._id, '?before=5&limit=2')).map(({ seq }) => seq)).toEqual([3, 4])
    expect((await history(maya.token, pat._id, '?limit=1')).map(({ seq }) => seq)).toEqual([12])
    expect(await history(maya.token, pat._id, '?after=99999999999')).toEqual([])
  })

  it('keeps the order in which one sent them, on either side, however quickly', async () => {
    const [maya, pat] = [await joinAs(admin()), await joinAs(register('user'))]
    const sent = Array.from({ length: 25 }, (_, n) => `line ${n}`)
    await Promise.all(sent.map((text) => send(pat, maya._id, text, { clientId: text })))
    expect((await history(maya.token, pat._id)).map(({ message }) => message)).toEqual(sent)
    await expect.poll(() => maya.received.map(({ message }) => message)).toEqual(sent)
    await Promise.all(sent.map((text) => send(maya, pat._id, text, { clientId: text })))
    await expect.poll(() => pat.received.map(({ message }) => message)).toEqual(sent)
  })

  it('§7 works with a client that knows only the three events and a header', async () => {
    const [maya, { _id, token }] = [await joinAs(admin()), await register('user')]
    const foreign = await join(_id, token, { extraHeaders: { authorization: `Bearer ${token}` } })
    foreign.socket.emit('user-connected', { userId: _id })
    foreign.socket.emit('send-message', { senderId: _id, receiverId: maya._id, message: 'Hi', role: 'User' })
    await expect.poll(() => maya.received.map(({ message }) => message)).toEqual(['Hi'])
    await send(maya, _id, 'Welcome')
    await expect.poll(() => foreign.received).toMatchObject([{ senderId: maya._id, message: 'Welcome' }])
  })

  it('takes a client that names the address of the API itself as its origin', async () => {
    const pat = await register('user')
    for (const own of [`http://127.0.0.1:${server.port}`, 'http://api.test']) {
      const options = { auth: { token: pat.token }, extraHeaders: { origin: own } }
      expect((await join(pat._id, pat.token, options)).socket.connected).toBe(true)
    }
    const other = { auth: { token: pat.token }, extraHeaders: { origin: `http://127.0.0.2:${server.port}` } }
    await expect(join(pat._id, pat.token, other)).rejects.toThrow()
  })

  it('refuses who is not signed in, another origin, and a claim to be somebody else', async () => {
    const [maya, pat] = [await joinAs(admin()), await joinAs(register('user'))]
    await expect(join('x', '')).rejects.toThrow('Please sign in')
    await expect(join('x', 'made-up')).rejects.toThrow('Please sign in')
    await expect(
      join(pat._id, pat.token, { auth: { token: pat.token }, extraHeaders: { origin: 'http://evil.test' } }),
    ).rejects.toThrow()
    await expect(
      join(pat._id, pat.token, { auth: { token: pat.token }, extraHeaders: { origin } }),
    ).resolves.toBeDefined()
    const claim = await new Promise(
      (resolve) =>
        void pat.socket.emit(
          'send-message',
          { senderId: maya._id, receiverId: pat._id, message: 'I am the desk' },
          resolve,
        ),
    )
    expect(claim).toMatchObject({ success: false })
    const connected = await new Promise(
      (resolve) => void pat.socket.emit('user-connected', { userId: maya._id }, resolve),
    )
    expect(connected).toMatchObject({ success: false })
    expect(await history(maya.token, pat._id)).toEqual([])
  })

  it.each([
    ['blank', { message: '   ' }],
    ['U+200B', { message: '\u200B' }],
    ['too long', { message: 'x'.repeat(4001) }],
    ['with a NUL', { message: 'a\0b' }],
    ['to nobody', { receiverId: 'nobody' }],
    ['without a text', { message: undefined }],
  ])('§5 stores no message that is %s', async (_what, wrong) => {
    const [maya, pat] = [await admin(), await joinAs(register('user'))]
    expect(await send(pat, maya._id, 'x', wrong)).toMatchObject({ success: false })
    expect(await history(pat.token, maya._id)).toEqual([])
  })

  it('shows nobody a conversation of others', async () => {
    const [maya, pat, sam] = [await admin(), await register('user'), await register('driver')]
    expect((await server.call('GET', `/user/chats/${sam._id}`, { token: pat.token })).status).toBe(404)
    expect(
      (
        await server.call('POST', '/user/chats/mark-seen', {
          token: pat.token,
          body: { sender_id: sam._id, receiver_id: maya._id },
        })
      ).status,
    ).toBe(404)
    expect((await server.call('GET', '/user/chats/nobody', { token: maya.token })).status).toBe(404)
    expect((await server.call('GET', '/user/chats/a%20b', { token: maya.token })).status).toBe(400)
    expect(
      (await server.call('POST', '/user/chats/mark-seen', { token: maya.token, body: { sender_id: 'a' } })).status,
    ).toBe(400)
  })

  it('§4 marks as delivered when somebody is there, and as seen when the row was opened', async () => {
    const { _id, token } = await register('user')
    const maya = await joinAs(admin())
    await send(maya, _id, 'Are you there?')
    expect((await history(maya.token, _id))[0]).toMatchObject({ delivered_at: null, seen_at: null })
    const pat = await join(_id, token)
    await expect.poll(() => maya.marked).toMatchObject([{ partyId: _id, by: _id, state: 'delivered', seq: 1 }])
    await send(pat, maya._id, 'Now I am')
    expect((await chatsOf(maya.token))[0]).toMatchObject({
      party_id: _id,
      party_role: 'user',
      full_name: 'Pat user',
      last_message: 'Now I am',
      last_message_is_seen: false,
      unseen_count: 1,
      sender_id: _id,
      receiver_id: maya._id,
    })
    expect(
      (
        await server.call('POST', '/user/chats/mark-seen', {
          token: maya.token,
          body: { sender_id: _id, receiver_id: maya._id },
        })
      ).body,
    ).toEqual({ success: true })
    await expect
      .poll(() => pat.marked.filter(({ state }) => state === 'seen'))
      .toMatchObject([{ by: maya._id, seq: 2 }])
    expect((await chatsOf(maya.token))[0]).toMatchObject({ last_message_is_seen: true, unseen_count: 0 })
    expect((await history(maya.token, _id)).map(({ seen_at }) => seen_at !== null)).toEqual([false, true])
  })

  it('notifies administrators at once of messages, new people and changed rows', async () => {
    const maya = await joinAs(admin())
    const told: Notification[] = []
    maya.socket.on('notification', (notification) => void told.push(notification))
    const pat = await joinAs(register('driver'))
    await send(pat, maya._id, 'Ring')
    await server.call('POST', '/driver/request-re-verification', { token: pat.token })
    // Those of the tests before go on for a second.
    await expect
      .poll(() => told.filter(({ subject }) => subject?._id === pat._id).map(({ kind }) => kind))
      .toEqual(['driver-registered', 'message-received', 're-verification-asked'])
    await expect
      .poll(() => maya.changes.filter(({ _id }) => _id === pat._id))
      .toEqual([
        { noun: 'drivers', resource: 'drivers', _id: pat._id, kind: 'created' },
        { noun: 'chats', resource: 'chats', _id: pat._id, kind: 'changed' },
        { noun: 'drivers', resource: 'drivers', _id: pat._id, kind: 'changed' },
      ])
    expect(pat.events).not.toContain('notification')
  })

  it('lets people in who come while the database does not answer, as soon as it does', async () => {
    const { token } = await register('user')
    const rename = (from: string, to: string) => server.db.schema.alterTable(from).renameTo(to).execute()
    const failures = () => server.logLines.filter((line) => line.includes('could not be identified')).length
    await rename('sessions', 'sessions_away')
    const socket = io(`http://127.0.0.1:${server.port}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 50,
      auth: { token },
    })
    try {
      await expect.poll(failures).toBeGreaterThan(1)
      expect(socket.connected).toBe(false)
      await rename('sessions_away', 'sessions')
      await expect.poll(() => socket.connected).toBe(true)
    } finally {
      socket.disconnect()
    }
  })

  it('ends the sockets of a session that is signed out', async () => {
    const [maya, again] = [await joinAs(admin()), await joinAs(admin())]
    await server.call('POST', '/user/auth/logout', { token: maya.token })
    await expect.poll(() => maya.socket.connected).toBe(false)
    expect(maya.events).toContain('session-ended')
    expect(again.socket.connected).toBe(true)
  })
})
