import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer, driverRecord } from '@interline/shared/contract/schemas'
import { verifyAudit } from '../../audit/verify-chain.ts'
import { drawPdf } from '../../demo/drawing/pdf.ts'
import { appendMessages } from '../../repositories/messages/append-messages.ts'
import { formOf } from '../../testing/documents/form.ts'
import { describeOnBothDatabases } from '../../testing/services.ts'
import { connectSocket, signInAdmin } from '../../testing/socket-client.ts'
import { field, startTestServer, type TestServer } from '../../testing/test-server.ts'

// Nobody else has any of these.
const words = [
  'Quixworth',
  'zebulon.q@x.test',
  '+1 555 0187 342',
  'QX-77341',
  'acct_quix77',
  'secretwords',
  '198.51.100.77',
  'qx77.png',
]
const [full_name, email, phone, licence, connect] = [`Zebulon ${words[0]}`, ...words.slice(1)]
const password = 'a long enough password'

describeOnBothDatabases('erasing a person on %s', (database) => {
  let server: TestServer
  let maya: Awaited<ReturnType<typeof signInAdmin>>
  let _id: string
  let bookingId: string
  let userId: string
  let theirToken: string
  let files: string[]

  const call = async (path: string, body: object, token = maya.token, headers = {}) => {
    const answered = await server.call('POST', path, { token, body, headers })
    expect(answered.status, `${path} ${answered.text}`).toBe(200)
    return answered.body
  }
  const register = async (role: 'driver' | 'user', profile: object, headers = {}) => {
    const { data } = (await call('/user/auth/register', { role, password, ...profile }, '', headers)) as {
      data: { token: string; user: { _id: string } }
    }
    return { token: data.token, _id: data.user._id }
  }
  const tables = async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.db)
    return rows.map(({ name }) => name)
  }
  /** The tables that say any of the words, with the first row that does. */
  const saying = async () => {
    const found: Record<string, string> = {}
    for (const name of await tables()) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(server.db)
      const row = rows.find((one) => words.some((word) => one.row.toLowerCase().includes(word.toLowerCase())))
      if (row) found[name] = row.row
    }
    return found
  }

  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '6', TRUST_PROXY: '127.0.0.1' })
    maya = await signInAdmin(server)
    ;({ _id, token: theirToken } = await register(
      'driver',
      { full_name, email, phone },
      { 'x-forwarded-for': '198.51.100.77' },
    ))
    const before: string[] = await readdir(join(server.dataDir, 'uploads')).catch(() => [])
    const form = formOf([
      { name: '_id', value: _id },
      { name: 'driving_licence_number', value: licence ?? '' },
      ...(['driving_licence', 'car_document', 'car_insurance'] as const).map((name) => ({
        name,
        filename: `${words[0]}.pdf`,
        content: drawPdf('Licence', name, [0, 0, 0], [['Name', 'x']]),
      })),
    ])
    const edited = await server.app.inject({
      method: 'POST',
      url: '/api/v1/admin/edit-profile/driver',
      payload: form.payload,
      headers: { ...form.headers, authorization: `Bearer ${maya.token}`, 'idempotency-key': 'edit-1' },
    })
    expect(edited.statusCode, edited.body).toBe(200)
    files = (await readdir(join(server.dataDir, 'uploads'))).filter((name) => !before.includes(name))
    expect(files).toHaveLength(3)
    await call('/admin/connect-driver', { _id, driver_connect_id: connect })

    const rider = await register('user', { full_name: 'Somebody Else', email: 'else@x.test', phone: '+1 555 0100' })
    userId = rider._id
    const offered = await call(
      '/driver/rides',
      {
        source: { address: 'Austin' },
        destination: { address: 'Waco' },
        ride_time: '09:30 AM',
        amount: 10,
        passenger_capacity: 3,
      },
      theirToken,
    )
    const booked = await call('/user/bookings', { ride_id: field<string>(offered, 'data._id') }, rider.token)
    bookingId = field<string>(booked, 'data._id')
    await call('/admin/ride/status', { _id: bookingId, status: 'Canceled' })
    await call('/admin/notes', { resource: 'driver', target_id: _id, text: `Is called ${full_name}, secretwords` })
    await call('/admin/notes', {
      resource: 'booking',
      target_id: bookingId,
      text: `${full_name} came late, secretwords`,
    })
    await call('/admin/views', { name: 'One driver', path: '/drivers', query: `q=${encodeURIComponent(full_name)}` })
    await sql`update people set state_id = 'uploads/qx77.png' where _id = ${_id}`.execute(server.db)
    const theirs = await connectSocket(server, { _id, token: theirToken })
    await new Promise((resolve) =>
      theirs.socket.emit('send-message', { senderId: _id, receiverId: maya._id, message: 'My secretwords' }, resolve),
    )
    theirs.socket.disconnect()
    await server.call('GET', `/admin/drivers.csv?q=${encodeURIComponent(full_name)}`, { token: maya.token })
    await server.call('POST', '/user/auth/admin-login', { body: { email, password } })
  }, 120_000)
  afterAll(() => server.close())

  const erase = (token = maya.token, body: object = { _id }) =>
    server.call('POST', '/admin/people/erase', { token, body })

  it('is for owners alone, and for drivers and users alone', async () => {
    expect((await erase(await server.signIn('theo@interline.test'))).status).toBe(403)
    expect((await erase(theirToken)).status).toBe(403)
    for (const one of [maya._id, 'nobody']) expect((await erase(maya.token, { _id: one })).status).toBe(404)
    expect(Object.keys(await saying()).sort()).toEqual(
      expect.arrayContaining(['audit', 'bookings', 'messages', 'notes', 'notifications', 'people', 'saved_views']),
    )
  })

  it('leaves none of their values in any table, answer or file, and the audit is whole', async () => {
    expect((await erase()).text).toBe('{"success":true}')
    expect(await saying()).toEqual({})
    expect((await readdir(join(server.dataDir, 'uploads'))).filter((name) => files.includes(name))).toEqual([])
    for (const path of [
      '/admin/drivers?page_size=100',
      '/admin/driver/rides?page_size=100',
      '/admin/user/rides?page_size=100',
      `/admin/records/drivers/${_id}`,
      `/admin/records/bookings/${bookingId}`,
      `/admin/records/bookings/${bookingId}/timeline`,
      `/admin/notes?resource=driver&target_id=${_id}`,
      '/admin/audit?page_size=100',
      '/admin/notification/list',
      '/admin/views',
      '/user/chat-list',
      `/user/chats/${_id}`,
    ]) {
      const { text } = await server.call('GET', path, { token: maya.token })
      for (const word of words) expect(text.toLowerCase(), `${path} says ${word}`).not.toContain(word.toLowerCase())
    }
    expect(await verifyAudit(server.db)).not.toHaveProperty('broken')
  })

  it('keeps their rides and bookings for the books, under no name', async () => {
    const { text } = await server.call('GET', '/admin/user/rides?page_size=100', { token: maya.token })
    expect(text).toContain(bookingId)
    const { body } = await server.call('GET', `/admin/records/drivers/${_id}`, { token: maya.token })
    const { data } = answer(driverRecord).parse(body)
    expect(data).toMatchObject({ full_name: 'Erased person', email: null, phone: null, chat: null })
    expect(data.erased_at).not.toBeNull()
    const { body: other } = await server.call('GET', `/admin/records/users/${userId}`, { token: maya.token })
    expect(field(other, 'data.full_name')).toBe('Somebody Else')
  })

  it('ends what they could do, and nobody gives them a name again', async () => {
    expect((await server.call('GET', '/user/profile', { token: theirToken })).status).toBe(401)
    expect((await server.call('POST', '/user/auth/login', { body: { email, password } })).status).toBe(401)
    expect((await erase()).status).toBe(404)
    const again = [
      ['/admin/notes', { resource: 'driver', target_id: _id, text: 'Hm' }],
      ['/admin/connect-driver', { _id, driver_connect_id: 'acct_again' }],
      ['/admin/verify-driver', { driver_id: _id, is_driver_profile_approved: true }],
    ] as const
    for (const [path, body] of again)
      expect((await server.call('POST', path, { token: maya.token, body })).status, path).toBe(404)
    const office = await connectSocket(server, maya)
    const sent = await new Promise((resolve) =>
      office.socket.emit('send-message', { senderId: maya._id, receiverId: _id, message: 'Hello?' }, resolve),
    )
    office.socket.disconnect()
    expect(sent).toMatchObject({ success: false })
    const late = { partyId: _id, sender_id: _id, receiver_id: maya._id, message: 'secretwords' }
    expect(await appendMessages(server.db, [{ ...late, isToSupport: true, isDelivered: false }])).toEqual([undefined])
    expect(await saying()).toEqual({})
  })

  it('takes nothing that says a name which somebody else has, too', async () => {
    const names = ['Marita', 'Marita Solberg']
    const [first = '', second = ''] = await Promise.all(
      names.map(async (name, at) => (await register('user', { full_name: name, email: `marita${at}@x.test` }))._id),
    )
    await call('/admin/views', { name: 'Marita', path: '/users', query: 'q=Marita+Solberg' })
    expect((await erase(maya.token, { _id: first })).status).toBe(200)
    const left = async (table: 'notifications' | 'saved_views') =>
      JSON.stringify(await server.db.selectFrom(table).selectAll().execute())
    expect(await left('notifications')).toContain('Marita Solberg')
    expect(await left('notifications')).not.toContain('Marita has registered')
    expect(await left('saved_views')).toContain('Marita')
    expect((await erase(maya.token, { _id: second })).status).toBe(200)
    expect(await left('notifications')).not.toContain('Marita')
    expect(await left('saved_views')).not.toContain('Marita Solberg')
  })

  it('finds what was written of them as lists find them, and no digits inside of an id', async () => {
    const name = `Zoë "Zed" Ångström`
    const { _id: zoe } = await register('driver', { full_name: name, email: 'zoe.a@x.test', phone: '+1 555 0188 99' })
    const queries = ['q=angstrom+zed+zoe', 'q=%2B1555018899', `q=${encodeURIComponent(name.normalize('NFD'))}`]
    for (const query of ['q=1555018899', ...queries, 'q=68f1555018899'])
      await call('/admin/views', { name: query, path: '/drivers', query })
    await call('/admin/views', { name: 'Rides of Zed Zoë Ångströms', path: '/drivers', query: 'q=someone' })
    await call('/admin/views', { name: 'Zed', path: '/drivers', query: 'q=zoe+angstrom' })
    for (const query of ['q=angstrom+zed+zoe', 'q=68f1555018899'])
      expect((await server.call('GET', `/admin/drivers.csv?${query}`, { token: maya.token })).status).toBe(200)
    expect((await erase(maya.token, { _id: zoe })).status).toBe(200)
    const views = await server.db.selectFrom('saved_views').select('query').execute()
    expect(views.map(({ query }) => query).filter((query) => query !== 'q=Marita+Solberg')).toEqual([
      'q=68f1555018899',
      'q=zoe+angstrom',
    ])
    const exports = await server.db.selectFrom('audit').select('after').where('act', '=', 'export').execute()
    const text = JSON.stringify(exports)
    expect(text).not.toContain('angstrom')
    expect(text).toContain('68f1555018899')
  })

  it('is in the audit itself, and values that go otherwise are found', async () => {
    const { body } = await server.call('GET', `/admin/audit?act=erase`, { token: maya.token })
    expect(JSON.stringify(body)).toContain(_id)
    const refused = sql`update audit set after = '{}'::jsonb where sequence = 1`.execute(server.db)
    await expect(refused).rejects.toThrow(/can only grow/)
    await sql`update audit set before = null, after = null, address = null, "searchText" = null, salt = null
      where sequence = 1`.execute(server.db)
    expect((await verifyAudit(server.db)).broken).toMatch(/values of \d+ entries are gone, and erasures took \d+/)
  })
})
