import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { driverFileFields, permissionsOf, type AuditEntry, type AuditListQuery } from '@interline/shared/contract'
import { driver as driverRow, listAnswer } from '@interline/shared/contract/schemas'
import { readPage } from '../lists/page.ts'
import { recordAct } from '../repositories/audit.ts'
import { auditList, findNamed } from '../repositories/audit/audit-list.ts'
import { registerPerson } from '../testing/socket-client.ts'
import { describeOnDatabase } from '../testing/services.ts'
import { field, startTestServer, type TestServer } from '../testing/test-server.ts'

describeOnDatabase('the audit that people read, on %s', (database) => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '4' })
    token = await server.signIn()
  })
  afterAll(() => server.close())

  const get = async (query: string) => {
    const { status, body } = await server.call('GET', `/admin/audit${query}`, { token })
    expect(status).toBe(200)
    return body as { data: AuditEntry[]; meta: { total: number; next?: string } }
  }
  /** One whose approval leaves nothing to say: all documents are there and good. */
  const driver = async () => {
    const { body } = await server.call('GET', '/admin/drivers', { token })
    const today = new Date().toISOString().slice(0, 10)
    const found = listAnswer(driverRow)
      .parse(body)
      .data.find((row) =>
        driverFileFields.every((name) => row[name] !== null && (row.expires_on?.[name] ?? '9999') > today),
      )
    if (!found) throw new Error('the demo has such a driver')
    return found
  }

  async function verifyDriver() {
    const { _id, full_name } = await driver()
    const is = (
      await server.db
        .selectFrom('people')
        .select('is_driver_profile_approved as is')
        .where('_id', '=', _id)
        .executeTakeFirstOrThrow()
    ).is
    const { headers } = await server.call('POST', '/admin/verify-driver', {
      token,
      body: { driver_id: _id, is_driver_profile_approved: !is },
    })
    return { _id, full_name, was: is, requestId: headers['x-request-id'] }
  }

  it('says from when on it is kept', async () => {
    const { status, body } = await server.call('GET', '/admin/audit/kept', { token })
    expect(status).toBe(200)
    const oldest = await server.db.selectFrom('audit').select('at').orderBy('sequence').executeTakeFirstOrThrow()
    expect(body).toEqual({ success: true, data: { since: oldest.at.toISOString(), removed: 0 } })
  })

  it('says who did what to which record, and what it was before', async () => {
    const { _id, full_name, was, requestId } = await verifyDriver()
    const { data, meta } = await get(`?resource=driver&target_id=${_id}`)
    expect(data[0]).toEqual({
      _id: expect.any(String) as string,
      sequence: expect.any(Number) as number,
      createdAt: expect.any(String) as string,
      actor: { _id: expect.any(String) as string, full_name: 'Maya Lindqvist' },
      act: 'verify',
      resource: 'driver',
      target: { _id, name: full_name },
      before: { is_driver_profile_approved: was },
      after: { is_driver_profile_approved: !was },
      address: '127.0.0.1',
      request_id: requestId,
    })
    expect(meta.total).toBe(data.length)
  })

  it('keeps the entries of a person, an act, a subject, a day or a search, newest first', async () => {
    const { _id, full_name } = await verifyDriver()
    const { data: all } = await get('?page_size=200')
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map(({ sequence }) => sequence).sort((a, b) => b - a))
    const admin = all[0]?.actor?._id
    expect(new Set((await get(`?actor_id=${admin}`)).data.map(({ actor }) => actor?._id))).toEqual(new Set([admin]))
    expect((await get('?actor_id=nobody')).data).toEqual([])
    expect(new Set((await get('?act=verify')).data.map(({ act }) => act))).toEqual(new Set(['verify']))
    expect(new Set((await get('?resource=driver')).data.map(({ resource }) => resource))).toEqual(new Set(['driver']))
    const today = new Date().toISOString().slice(0, 10)
    expect((await get(`?act=verify&date=${today}&tz=UTC`)).data.length).toBeGreaterThan(0)
    expect((await get('?date=2020-01-01&tz=UTC')).data).toEqual([])
    expect((await get(`?act=verify&q=${encodeURIComponent(full_name)}`)).data[0]?.target?._id).toBe(_id)
    expect((await get(`?q=${_id}`)).data[0]?.target?._id).toBe(_id)
    expect((await get('?q=no+entry+says+this')).data).toEqual([])
    const noted = { text: 'Zoë d’Ångström „fährt“ — allein', more: [{ deep: 'Größe' }] }
    await recordAct(server.db, {
      actor: { _id: null },
      act: 'note',
      resource: 'test',
      targetId: 'folded',
      after: noted,
    })
    for (const term of ["zoe d'angstrom", 'FAHRT', 'grosse', 'allein folded', '— allein'])
      expect((await get(`?q=${encodeURIComponent(term)}`)).data[0]?.target?._id, term).toBe('folded')
  })

  it('pages by number and by cursor, and names a parameter that it does not have', async () => {
    await verifyDriver()
    const first = await get('?page=1&page_size=1')
    const second = await get(`?cursor=${first.meta.next}&page_size=1`)
    expect(second.data[0]?.sequence).toBe((first.data[0]?.sequence ?? 0) - 1)
    const { status, body } = await server.call('GET', '/admin/audit?sort=act', { token })
    expect([status, field(body, 'errors')]).toEqual([400, [expect.objectContaining({ field: 'sort' })]])
  })

  it('names riders and drivers who act, and who is gone by the id alone', async () => {
    const rider = await registerPerson(server, 'user')
    await recordAct(server.db, { actor: { _id: 'gone' }, act: 'verify', resource: 'driver', targetId: 'gone-too' })
    const [gone, registered] = (await get('?page_size=2')).data
    expect(registered).toMatchObject({
      act: 'register',
      actor: { _id: rider._id, full_name: expect.any(String) as string },
    })
    expect(gone).toMatchObject({ actor: { _id: 'gone', full_name: null }, target: { _id: 'gone-too', name: null } })
  })

  it('is a file of the same entries, which is itself an entry', async () => {
    const { _id, full_name } = await verifyDriver()
    const { text, headers } = await server.call('GET', `/admin/audit.csv?resource=driver&target_id=${_id}`, { token })
    expect(headers['content-disposition']).toMatch(/attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"/)
    expect(text.split('\r\n')[0]).toContain('Number,Time,Person Id,Person,Act,Subject,Subject Id,Subject Name')
    expect(text).toContain(`Maya Lindqvist,verify,driver,${_id},${full_name}`)
    expect((await get('?page_size=1')).data[0]).toMatchObject({
      act: 'export',
      resource: 'audit',
      after: { resource: 'driver', target_id: _id },
    })
  })

  it('names the administrators whose acts can be asked for', async () => {
    const { body } = await server.call('GET', '/admin/audit/actors', { token })
    const admins = await server.db.selectFrom('people').select('_id').where('role', '=', 'admin').execute()
    const names = field<{ _id: string; full_name: string }[]>(body, 'data')
    expect(names.map(({ _id }) => _id).sort()).toEqual(admins.map(({ _id }) => _id).sort())
    expect(names).toContainEqual({ _id: expect.any(String) as string, full_name: 'Maya Lindqvist' })
  })

  it('does not search what somebody may not read', async () => {
    const { _id, full_name } = await verifyDriver()
    const find = async (query: AuditListQuery, canReadDrivers: boolean) => {
      const named = await findNamed(server.db, query)
      const list = auditList((permission) => canReadDrivers || permission !== 'drivers:read', named)
      return (await readPage(server.db, list, query)).rows.filter(({ resource }) => resource === 'driver').length
    }
    for (const q of [full_name, _id, 'true']) {
      expect(await find({ q }, true), q).toBeGreaterThan(0)
      expect(await find({ q }, false), q).toBe(0)
    }
    expect(await find({}, false)).toBeGreaterThan(0)
  })

  it('does not show what somebody may not read, nor in the file', async () => {
    const { _id, full_name } = await verifyDriver()
    const { admin } = permissionsOf
    onTestFinished(() => void (permissionsOf.admin = admin))
    permissionsOf.admin = admin.filter((permission) => permission !== 'drivers:read')
    const theo = await server.signIn('theo@interline.test')
    const query = `resource=driver&target_id=${_id}`
    const { body } = await server.call('GET', `/admin/audit?${query}`, { token: theo })
    expect(field(body, 'data.0')).toMatchObject({
      act: 'verify',
      target: { _id, name: null },
      before: null,
      after: null,
      is_hidden: true,
    })
    const { text } = await server.call('GET', `/admin/audit.csv?${query}`, { token: theo })
    expect(text).toContain(`Maya Lindqvist,verify,driver,${_id},,,,127.0.0.1`)
    expect(text).not.toContain(full_name)
  })
})
