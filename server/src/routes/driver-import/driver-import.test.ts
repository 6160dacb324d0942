import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportedRow, ImportRow } from '@interline/shared/contract'
import { answer, importedRow, problem } from '@interline/shared/contract/schemas'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '60' })
  token = await server.signIn()
})
afterAll(() => server.close())

const headings: Record<string, keyof ImportRow['cells']> = {
  Id: '_id',
  'Full Name': 'full_name',
  Email: 'email',
  Phone: 'phone',
  Address: 'address',
  'Car Name': 'car_name',
  'Driving Licence Number': 'driving_licence_number',
  'Stripe Connect Id': 'stripe_connect_id',
  Verified: 'is_driver_profile_approved',
  'Re-verification': 'reverify_status',
}

/** The records of a CSV file, by RFC 4180. */
function recordsOf(text: string): string[][] {
  const records: string[][] = [[]]
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') records.push([])
  }
  return records.filter((record) => record.length > 1)
}

async function exported(query = ''): Promise<ImportRow[]> {
  const { text, status } = await server.call('GET', `/admin/drivers.csv?tz=Europe/Vienna${query}`, { token })
  expect(status).toBe(200)
  const [names = [], ...records] = recordsOf(text)
  return records.map((record, at) => ({
    line: at + 2,
    cells: Object.fromEntries(
      record.flatMap((cell, column) => {
        const field = headings[names[column] ?? '']
        return field ? [[field, cell]] : []
      }),
    ),
  }))
}

const rowsOf = (body: unknown) => answer(importedRow.array()).parse(body).data
const post = (path: string, body: object, headers = {}) =>
  server.call('POST', `/admin/drivers/import${path}`, { token, body, headers })
async function check(rows: ImportRow[]): Promise<ImportedRow[]> {
  const { status, body } = await post('/check', { rows })
  expect([status, body]).toMatchObject([200, {}])
  return rowsOf(body)
}
async function run(rows: ImportRow[], headers = {}): Promise<ImportedRow[]> {
  const { status, body } = await post('', { import_id: 'import-test-1', rows }, headers)
  expect(status).toBe(200)
  return rowsOf(body)
}
const outcomes = (rows: ImportedRow[]) => rows.map(({ outcome }) => outcome)
const row = (line: number, cells: ImportRow['cells']): ImportRow => ({ line, cells })
const auditOf = async (_id: string | undefined) =>
  (await sql<{ act: string; after: object }>`select act, after from audit where "targetId" = ${_id}`.execute(server.db))
    .rows

it('finds nothing to change in the file of the list, whatever drivers have called themselves', async () => {
  const names = [
    '=HYPERLINK("http://evil.test";"x")',
    "'+1+1",
    '+1',
    '@SUM(A1)',
    '-',
    'Comma, "quote"\r\nline',
    '\u200B=1',
    "Semi;=cmd|' /C calc'!A0",
    "O'Brien; '-1",
  ]
  for (const [n, full_name] of names.entries()) {
    const email = `import${n}@names.test`
    const body = { role: 'driver', full_name, email, password: 'a password of length', address: `\t${full_name}` }
    expect((await server.call('POST', '/user/auth/register', { body })).status).toBe(200)
  }
  const rows = await exported()
  expect(rows).toHaveLength(60 + names.length)
  expect(new Set(outcomes(await check(rows)))).toEqual(new Set(['unchanged']))
  expect(new Set(outcomes(await run(rows)))).toEqual(new Set(['unchanged']))
})

it('changes exactly the cell that was changed, with the audit entry of one edit, and does so once', async () => {
  const [target, ...rest] = await exported()
  if (!target) throw new Error('no driver')
  const edited = { ...target, cells: { ...target.cells, car_name: "'=Volvo V60" } }
  const [planned, ...others] = await check([edited, ...rest])
  expect(new Set(outcomes(others))).toEqual(new Set(['unchanged']))
  const before = target.cells.car_name === '' ? null : target.cells.car_name
  expect(planned).toMatchObject({ outcome: 'change', changes: [{ field: 'car_name', before, after: '=Volvo V60' }] })
  const sent = [{ ...edited, revision: planned?.driver?.revision }, ...rest.slice(0, 5)]
  const key = { 'idempotency-key': 'import-once' }
  const first = await run(sent, key)
  expect(first[0]).toMatchObject({ outcome: 'change', changes: planned?.changes })
  expect(await run(sent, key)).toEqual(first)
  const entries = await auditOf(target.cells._id)
  expect(entries.at(-1)).toMatchObject({ act: 'edit', after: { car_name: '=Volvo V60', bulk_id: 'import-test-1' } })
  expect(entries.filter(({ act }) => act === 'edit')).toHaveLength(1)
  expect(new Set(outcomes(await check(await exported())))).toEqual(new Set(['unchanged']))
})

it('takes the ends of lines that a spreadsheet wrote as no change', async () => {
  const lines = (await exported()).filter(({ cells }) => /\r\n/.test(cells.full_name ?? ''))
  expect(lines).not.toEqual([])
  const rewritten = lines.map(({ line, cells }) =>
    row(line, { ...cells, full_name: cells.full_name?.replace('\r\n', '\n') ?? '' }),
  )
  expect(new Set(outcomes(await check(rewritten)))).toEqual(new Set(['unchanged']))
})

it.each([
  '4.47E+11',
  '4,47E+11',
  '1.2E-07',
  '########',
  '#',
  '#REF!',
  '#NAME?',
  '#N/A',
  '#DIV/0!',
  '#ÜBERLAUF!',
  '#¿NOMBRE?',
  '#NV',
  'Err:502',
])('says that a spreadsheet damaged %s, in new rows and in changed ones', async (damaged) => {
  const [known] = (await exported()).filter(({ cells }) => cells.phone && cells.email)
  const _id = known?.cells._id ?? ''
  const rows = [
    row(2, { full_name: 'Dana Aged', email: 'damaged@import.test', phone: damaged }),
    row(3, { full_name: damaged, email: damaged, driving_licence_number: damaged }),
    row(4, { _id, phone: damaged }),
    row(5, { _id: damaged, car_name: 'Kia' }),
  ]
  const message = 'was damaged by a spreadsheet: write the value again, as text'
  expect((await check(rows)).map(({ outcome, problems }) => [outcome, problems])).toEqual([
    ['refused', [{ field: 'phone', message }]],
    ['refused', ['full_name', 'email', 'driving_licence_number'].map((field) => ({ field, message }))],
    ['refused', [{ field: 'phone', message }]],
    ['refused', [{ field: '_id', message }]],
  ])
})

it.each(['E+11', '#12 Elm St', '12E5', 'AB-4.47E+11', 'C# 1', '#1'])('leaves %s as it is', async (address) => {
  const rows = [row(2, { full_name: 'Una Damaged', email: 'undamaged@import.test', address })]
  expect(outcomes(await check(rows))).toEqual(['create'])
})

it('refuses a row that somebody else changed after the check', async () => {
  const [target] = await exported()
  const edited = row(2, { _id: target?.cells._id ?? '', full_name: 'Nadia Import' })
  const [planned] = await check([edited])
  await run([row(2, { _id: target?.cells._id ?? '', car_name: 'Somebody else was here' })])
  const [refused] = await run([{ ...edited, revision: planned?.driver?.revision }])
  expect(refused).toMatchObject({
    outcome: 'refused',
    problems: [{ field: 'revision', message: 'was changed by Maya Lindqvist in the meantime: check this row again' }],
  })
})

it('does what the check said: creates, refuses with field and reason, and leaves duplicates alone', async () => {
  const [known, other] = (await exported()).filter(
    ({ cells }) => cells.phone && cells.driving_licence_number && cells.email,
  )
  const rider = await server.db.selectFrom('people').select('email').where('role', '=', 'user').executeTakeFirst()
  const rows = [
    row(2, { full_name: 'Ada Import', email: 'ada@import.test', phone: '+43 1 5550 1234', car_name: 'Kia' }),
    row(3, { full_name: 'Ada Again', email: 'ADA@import.test' }),
    row(4, { full_name: 'Same Phone', email: 'same-phone@import.test', phone: '0043 (1) 5550-1234'.slice(2) }),
    row(5, { full_name: '', email: 'nobody' }),
    row(6, { full_name: 'x'.repeat(201), email: 'long@import.test', is_driver_profile_approved: 'Yes' }),
    row(7, { full_name: 'Known Phone', email: 'kp@import.test', phone: known?.cells.phone ?? '' }),
    row(8, { full_name: 'Known Mail', email: known?.cells.email?.toUpperCase() ?? '' }),
    row(9, { full_name: 'Of a rider', email: rider?.email ?? '' }),
    row(10, { _id: 'f'.repeat(24), full_name: 'Nobody' }),
    row(11, { _id: other?.cells._id ?? '', phone: '+1 000', address: 'Elsewhere', email: '' }),
    row(12, { _id: known?.cells._id ?? '', driving_licence_number: other?.cells.driving_licence_number ?? '' }),
    row(13, { _id: known?.cells._id ?? '', is_driver_profile_approved: 'maybe' }),
    row(14, { _id: known?.cells._id ?? '' }),
    row(15, { _id: known?.cells._id ?? '', car_name: 'Twice' }),
  ]
  const planned = await check(rows)
  expect(
    planned.map(({ outcome, problems, same }) => [outcome, ...[...problems, ...same].map(({ field }) => field)]),
  ).toEqual([
    ['create'],
    ['duplicate', 'email'],
    ['duplicate', 'phone'],
    ['refused', 'full_name', 'email'],
    ['refused', 'full_name', 'is_driver_profile_approved'],
    ['duplicate', 'phone'],
    ['duplicate', 'email'],
    ['refused', 'email'],
    ['refused', '_id'],
    ['refused', 'phone', 'address', 'email'],
    ['duplicate', 'driving_licence_number'],
    ['refused', 'is_driver_profile_approved'],
    ['unchanged'],
    ['duplicate', '_id'],
  ])
  expect(planned[1]?.same).toEqual([{ field: 'email', driver: null, line: 2 }])
  expect(planned[5]?.same[0]?.driver).toMatchObject({ full_name: expect.any(String) })
  expect(planned[3]?.problems.map(({ message }) => message)).toEqual(['is missing', 'is not an email address'])
  const before = await exported()
  const done = await run(rows)
  const created = done[0]?.driver?._id
  expect(done.map((each) => ({ ...each, driver: null }))).toEqual(planned.map((each) => ({ ...each, driver: null })))
  expect(await auditOf(created)).toMatchObject([
    { act: 'create', after: { full_name: 'Ada Import', bulk_id: 'import-test-1' } },
  ])
  const after = await exported()
  const found = after.find(({ cells }) => cells._id === created)
  expect(found?.cells).toMatchObject({ phone: "'+43 1 5550 1234", is_driver_profile_approved: 'no' })
  expect(after.filter((each) => each !== found).map(({ cells }) => cells)).toEqual(before.map(({ cells }) => cells))
  expect(outcomes(await check(rows.slice(0, 1)))).toEqual(['duplicate'])
  expect(
    (await server.call('POST', '/user/auth/login', { body: { email: 'ada@import.test', password: 'x' } })).status,
  ).toBe(401)
})

it('refuses the row of a driver who was erased, and takes the others', async () => {
  const [first, second] = await exported('&page_size=2')
  if (!first || !second) return expect.unreachable()
  const rows = [first, second].map((one, at) => ({
    ...one,
    cells: { _id: one.cells._id ?? '', full_name: `Renamed ${at}` },
  }))
  expect((await server.call('POST', '/admin/people/erase', { token, body: { _id: first.cells._id } })).status).toBe(200)
  expect(outcomes(await check(rows))).toEqual(['refused', 'change'])
  const { status, body } = await post('', { import_id: 'import-erased-1', rows })
  expect([status, outcomes(rowsOf(body))]).toEqual([200, ['refused', 'change']])
})

it('has its limits', async () => {
  const rows = [row(2, { full_name: 'A', email: 'a@import.test' })]
  const wrong: [object, string][] = [
    [{ rows: [] }, 'rows'],
    [{ rows: Array.from({ length: 101 }, (_, at) => row(at + 2, {})) }, 'rows'],
    [{ rows: [row(2, { full_name: 'x'.repeat(1001) })] }, 'rows.0.cells.full_name'],
    [{ rows: [{ line: 2, cells: { role: 'admin' } }] }, 'rows.0.cells'],
    [{ rows: [row(0, {})] }, 'rows.0.line'],
    [{ rows: [row(2, { full_name: 'a\u0000b' })] }, 'rows.0.cells.full_name'],
  ]
  for (const [body, field] of wrong) {
    const refused = await post('/check', body)
    expect([refused.status, problem.parse(refused.body).errors?.[0]?.field]).toEqual([400, field])
  }
  expect((await post('', { rows })).status).toBe(400)
})

it('imports a hundred rows without keeping others waiting', async () => {
  const rows = Array.from({ length: 100 }, (_, at) =>
    row(at + 2, { full_name: `Row ${at}`, email: `row${at}@import.test`, phone: `+49 30 7${1000 + at}` }),
  )
  let isDone = false
  const importing = run(rows).finally(() => (isDone = true))
  let answered = 0
  while (!isDone) {
    expect((await server.call('GET', '/admin/users?page=1', { token })).status).toBe(200)
    answered += 1
  }
  expect(new Set(outcomes(await importing))).toEqual(new Set(['create']))
  // The first of them may have come before the import, and the last one after it.
  expect(answered).toBeGreaterThan(2)
})
