import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uploadMaxBytes, type Driver } from '@interline/shared/contract'
import { driver, listAnswer, problem } from '@interline/shared/contract/schemas'
import { drawPdf } from '../../demo/drawing/pdf.ts'
import { drawCard } from '../../demo/drawing/png.ts'
import { compoundFile, wordFile } from '../../testing/documents/compound-file.ts'
import { formOf, type Part } from '../../testing/documents/form.ts'
import { pdfThatRuns } from '../../testing/documents/pdf.ts'
import { jpegOf } from '../../testing/documents/picture.ts'
import { docxEntries, zipOf } from '../../testing/documents/zip.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let token: string
let someone: Driver
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  someone =
    (await drivers()).find(({ driving_licence, phone }) => driving_licence !== null && phone !== null) ?? someone
})
afterAll(() => server.close())

const drivers = async () => listAnswer(driver).parse((await server.call('GET', '/admin/drivers', { token })).body).data
const reread = async () => (await drivers()).find(({ _id }) => _id === someone._id)

const pdf = drawPdf('Test', 'Nobody', [0, 0, 0], [['A', 'b']])
const png = drawCard([1, 2, 3])
const jpg = jpegOf()
const doc = wordFile()
const docx = zipOf(docxEntries())
const spreadsheet = compoundFile([{ name: 'Workbook', kind: 'stream' }], Buffer.from('WordDocument', 'utf16le'))

function send(parts: Part[], more: { cut?: boolean; token?: string } = {}) {
  const { payload, headers } = formOf(parts, more.cut)
  return server.app.inject({
    method: 'POST',
    url: '/api/v1/admin/edit-profile/driver',
    payload,
    headers: { ...headers, ...(more.token === '' ? {} : { authorization: `Bearer ${token}` }) },
  })
}
const me = () => ({ name: '_id', value: someone._id })
const fieldsOf = (response: { json: () => unknown }) => problem.parse(response.json()).errors?.map(({ field }) => field)
const open = (link: string) => server.app.inject({ method: 'GET', url: link.replace('http://api.test', '') })

it('§7 changes the fields that were sent and leaves the others', async () => {
  const response = await send([
    me(),
    { name: 'full_name', value: 'Jane Q. Doe' },
    { name: 'phone', value: someone.phone ?? '' },
    { name: 'car_name', value: '\u200B' },
  ])
  expect(response.json()).toEqual({ success: true })
  expect(await reread()).toMatchObject({
    full_name: 'Jane Q. Doe',
    car_name: null,
    email: someone.email,
    phone: someone.phone,
    driving_licence: someone.driving_licence,
  })
})

it('notifies open tables of the driver, and after a new name those of rides, which bear it', async () => {
  const received: unknown[] = []
  const socket = io(`http://127.0.0.1:${server.port}`, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
  })
  socket.on('rows-changed', (change) => void received.push(change))
  try {
    await expect.poll(() => socket.connected, { timeout: 10_000 }).toBe(true)
    await send([me(), { name: 'car_name', value: 'Seen Live' }])
    await expect
      .poll(() => received, { timeout: 10_000 })
      .toEqual([{ noun: 'drivers', resource: 'drivers', _id: someone._id, kind: 'changed' }])
    await send([me(), { name: 'full_name', value: 'Jane Renamed' }])
    await expect
      .poll(() => received.slice(1), { timeout: 10_000 })
      .toEqual([
        { noun: 'drivers', resource: 'drivers', _id: someone._id, kind: 'changed' },
        { noun: 'driver-rides', resource: 'driver-rides', kind: 'changed' },
        { noun: 'user-rides', resource: 'user-rides', kind: 'changed' },
      ])
    await send([me(), { name: 'car_name', value: '' }])
  } finally {
    socket.disconnect()
  }
})

it('§5 does not change the phone number', async () => {
  const response = await send([me(), { name: 'phone', value: '+1 000' }])
  expect([response.statusCode, fieldsOf(response)]).toEqual([400, ['phone']])
})

it.each([
  ['driving_licence', 'x.pdf', pdf, 'application/pdf', 'inline'],
  ['car_document', 'x.PNG', png, 'image/png', 'inline'],
  ['car_insurance', 'x.jpeg', jpg, 'image/jpeg', 'inline'],
  ['car_insurance', 'x.doc', doc, 'application/msword', 'attachment'],
  [
    'car_document',
    'x.docx',
    docx,
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'attachment',
  ],
] as const)(
  '§3 stores a %s (%s) under uploads/ and serves it by its link',
  async (name, filename, content, type, disposition) => {
    expect((await send([me(), { name, filename, content }])).statusCode).toBe(200)
    const link = (await reread())?.[name] ?? ''
    expect(link).toMatch(/^http:\/\/api\.test\/uploads\/[0-9a-f]{32}\.\w+\?/)
    const file = await open(link)
    expect(file.statusCode).toBe(200)
    expect(file.rawPayload.equals(content)).toBe(true)
    expect(file.headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' })
    expect(file.headers['content-disposition']).toContain(disposition)
    expect(file.headers['content-security-policy']).toMatch(/^default-src 'none'; sandbox/)
  },
)

it('serves no document without a link of ours', async () => {
  const link = (await reread())?.driving_licence ?? ''
  expect((await open(link.replace(/\?.*/, ''))).statusCode).toBe(400)
  expect((await open(link.replace(/signature=.../, 'signature=AAA'))).statusCode).toBe(403)
  expect((await open(link.replace(/expires=\d+/, 'expires=9999999999'))).statusCode).toBe(403)
  expect((await open('/uploads/..%2f..%2fetc%2fpasswd?expires=1&signature=a')).statusCode).toBe(400)
})

it.each([
  ['a script that calls itself a picture', 'x.png', Buffer.from('<script>alert(1)</script>')],
  ['a page', 'x.pdf', Buffer.from('<!doctype html><html></html>')],
  ['an old spreadsheet', 'x.doc', spreadsheet],
  ['a PDF that runs script', 'x.pdf', pdfThatRuns('app.alert(1)')],
  ['half a document', 'x.docx', docx.subarray(0, -40)],
  ['a program', 'x.pdf', Buffer.from('MZ\x90\0\x03')],
  ['nothing', 'x.pdf', Buffer.alloc(0)],
])('§9 takes no %s, whatever its name', async (_what, filename, content) => {
  const response = await send([me(), { name: 'car_document', filename, content }])
  expect([response.statusCode, fieldsOf(response)]).toEqual([415, ['car_document']])
})

it('takes no form with a content encoding, which others on the way may read as another', async () => {
  const { payload, headers } = formOf([me(), { name: 'car_document', filename: 'x.pdf', content: pdf }])
  for (const encoding of ['gzip', 'GZIP', 'br', 'identity, gzip']) {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/v1/admin/edit-profile/driver',
      payload,
      headers: { ...headers, authorization: `Bearer ${token}`, 'content-encoding': encoding },
    })
    expect(response.statusCode, encoding).toBe(415)
  }
})

it('names the file that is larger than 10 MB', async () => {
  const response = await send([
    me(),
    { name: 'car_insurance', filename: 'x.pdf', content: Buffer.concat([pdf, Buffer.alloc(uploadMaxBytes)]) },
  ])
  expect([response.statusCode, fieldsOf(response)]).toEqual([413, ['car_insurance']])
})

it('names the field of any other bad form', async () => {
  expect(fieldsOf(await send([me(), { name: 'email', value: 'nobody' }]))).toEqual(['email'])
  expect(fieldsOf(await send([me(), { name: 'full_name', value: '  ' }]))).toEqual(['full_name'])
  expect(fieldsOf(await send([me(), { name: 'full_name', value: '\u3164' }]))).toEqual(['full_name'])
  expect(fieldsOf(await send([me(), { name: 'full_name', value: 'a\0b' }]))).toEqual(['full_name'])
  expect(fieldsOf(await send([me(), { name: 'car_name', value: 'x'.repeat(9000) }]))).toEqual(['car_name'])
  expect(fieldsOf(await send([me(), { name: 'state_id', filename: 'x.pdf', content: pdf }]))).toEqual(['state_id'])
  expect(fieldsOf(await send([{ name: 'full_name', value: 'A' }]))).toEqual(['_id'])
  const many = await send(Array.from({ length: 30 }, (_, at) => ({ name: `f${at}`, value: '' })))
  expect([many.statusCode, problem.parse(many.json()).errors?.[0]?.message]).toEqual([
    400,
    'is more than the form can hold',
  ])
  expect((await send([me(), { name: 'full_name', value: 'A' }], { cut: true })).statusCode).toBe(400)
  expect((await server.call('POST', '/admin/edit-profile/driver', { token, body: { _id: someone._id } })).status).toBe(
    415,
  )
})

it('refuses an e-mail address that belongs to somebody else, and keeps no file of a refused form', async () => {
  const other = (await drivers()).find(({ _id, email }) => _id !== someone._id && email !== null)
  const response = await send([
    me(),
    { name: 'email', value: other?.email?.toUpperCase() ?? '' },
    { name: 'car_document', filename: 'x.png', content: png },
  ])
  expect([response.statusCode, fieldsOf(response)]).toEqual([409, ['email']])
})
