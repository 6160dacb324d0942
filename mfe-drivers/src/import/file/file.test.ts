import { expect, it } from 'vitest'
import './file-in-jsdom.ts'
import { guessMapping, isEnough, mapColumn } from './fields.ts'
import { FileError, readCsv } from './read-file.ts'
import { toRows } from './to-rows.ts'

const file = (content: BlobPart, name = 'drivers.csv') => new File([content], name)
const exported = [
  'Id,Full Name,Email,Phone,Address,Car Name,Driving Licence Number,Stripe Connect Id,Verified,Re-verification,Created At (Europe/Vienna)',
  `d1,"Doe, ""Jane""\r\nAnn",jane@x.test,'+1 512,"12 Elm St, Austin",,TX-1,,no,Pending,2024-05-01 12:00`,
  '',
].join('\r\n')

it('knows all headings of the file of the list, and what others call them', () => {
  const fields = [
    '_id',
    'full_name',
    'email',
    'phone',
    'address',
    'car_name',
    'driving_licence_number',
    'stripe_connect_id',
    'is_driver_profile_approved',
    'reverify_status',
  ]
  expect(guessMapping(exported.split('\r\n')[0]?.split(',') ?? [])).toEqual([...fields, null])
  expect(guessMapping(['Driver Name', 'E-Mail', 'Mobile number', 'License', 'email', 'Notes'])).toEqual([
    'full_name',
    'email',
    'phone',
    'driving_licence_number',
    null,
    null,
  ])
})

it('gives a field to one column, and wants enough to tell rows by', () => {
  const mapping = guessMapping(['Name', 'Mail', 'Other'])
  expect(isEnough(mapping)).toBe(true)
  expect(mapColumn(mapping, 2, 'email')).toEqual(['full_name', null, 'email'])
  expect(isEnough(mapColumn(mapping, 1, null))).toBe(false)
  expect(isEnough(['_id', null])).toBe(true)
})

it.each([
  ['with a byte order mark', `\uFEFF${exported}`],
  ['without one', exported],
])('reads the file of the list %s, cells as they stand', async (_, text) => {
  const csv = await readCsv(file(text))
  expect(csv.headings[0]).toBe('Id')
  const { rows, refused } = toRows(csv, guessMapping(csv.headings))
  expect(refused).toEqual([])
  expect(rows).toEqual([
    {
      line: 2,
      cells: {
        _id: 'd1',
        full_name: 'Doe, "Jane"\nAnn',
        email: 'jane@x.test',
        phone: "'+1 512",
        address: '12 Elm St, Austin',
        car_name: '',
        driving_licence_number: 'TX-1',
        stripe_connect_id: '',
        is_driver_profile_approved: 'no',
        reverify_status: 'Pending',
      },
    },
  ])
})

it.each([';', '\t'])('reads cells divided by %j, and counts rows as a spreadsheet does', async (sign) => {
  const text = [
    ['Name', 'Email'],
    ['A', 'a@x.test'],
    ['', ''],
    ['"B\nb"', 'b@x.test'],
  ]
    .map((cells) => cells.join(sign))
    .join('\n')
  const { headings, records } = await readCsv(file(text))
  expect(headings).toEqual(['Name', 'Email'])
  expect(records).toEqual([
    { line: 2, cells: ['A', 'a@x.test'] },
    { line: 4, cells: ['B\nb', 'b@x.test'] },
  ])
})

it.each([
  ['with CRLF after the headings and LF after rows', 'Name,Email\r\nA,a@x.test\n"B\nb",b@x.test\n', 2],
  ['with CRLF after a quoted heading alone', '"Name","Email"\r\n"A","a@x.test"\n"B\nb","b@x.test"\n', 2],
  ['with CR alone', 'Name,Email\rA,a@x.test\r"B\rb",b@x.test\r', 2],
  ['with sep=;', 'sep=;\r\nName;Email\r\nA;a@x.test\r\n"B\r\nb";b@x.test\r\n', 2],
  ['with "sep=|"', '"sep=|"\nName|Email\nA|a@x.test\n"B\nb"|b@x.test\n', 2],
  ['with blank first lines', '\r\n\r\nName;Email\r\nA;a@x.test\r\n"B\r\nb";b@x.test\r\n', 4],
  ['with first lines of blank cells', ';\n\u200B;\nName;Email\nA;a@x.test\n"B\nb";b@x.test\n', 4],
])('reads a file %s', async (_, content, line) => {
  expect(await readCsv(file(`\uFEFF${content}`))).toMatchObject({
    headings: ['Name', 'Email'],
    records: [
      { line, cells: ['A', 'a@x.test'] },
      { line: line + 1, cells: ['B\nb', 'b@x.test'] },
    ],
  })
})

it.each([
  ['of more than 5 MB', new Uint8Array(5 * 1024 * 1024 + 1), 'has 5.1 MB. At most 5 MB'],
  ['without rows', 'Name,Email\n\n', 'has no rows'],
  ['without anything', '', 'has no rows'],
  ['with more than 10,000 rows', `Name\n${'a\n'.repeat(10_001)}`, 'has 10,001 rows. At most 10,000'],
  ['in another encoding', new Uint8Array([0x4e, 0x0a, 0xe4, 0x0a]), 'is not UTF-8'],
  ['that is no text', new Uint8Array([0x4e, 0x0a, 0, 0x0a]), 'is not UTF-8'],
  ['with an open quotation mark', 'Name,Email\n"A,a@x.test\n', 'cannot be read'],
  ['with more than 100 columns', `${'a,'.repeat(100)}a\n1`, 'more than 100 columns'],
])('says why a file %s cannot be imported', async (_, content, reason) => {
  const error = await readCsv(file(content)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(FileError)
  expect(String(error)).toContain(reason)
})

it('refuses rows that cannot even be sent, and sends the others', async () => {
  const csv = await readCsv(file(`Name,Email\nA,a@x.test,more\n${'B'.repeat(1001)},b@x.test\nC\n`))
  const { rows, refused } = toRows(csv, ['full_name', 'email'])
  expect(rows).toEqual([{ line: 4, cells: { full_name: 'C', email: '' } }])
  expect(refused.map(({ line, problems }) => [line, problems[0]?.field])).toEqual([
    [2, ''],
    [3, 'full_name'],
  ])
})
