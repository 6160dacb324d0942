import { rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { incomingFolder } from '../../storage/incoming-files.ts'
import { jpegOf, pngOf, webpOf } from '../../testing/documents/picture.ts'
import { formOf, type Part } from '../../testing/documents/form.ts'
import { field, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '5' })
  token = await server.signIn()
})
afterAll(() => server.close())

async function send(parts: Part[], as: string | undefined = token) {
  const { payload, headers } = formOf(parts)
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/v1/admin/account/picture',
    payload,
    headers: { ...headers, ...(as && { authorization: `Bearer ${as}` }) },
  })
  return { status: response.statusCode, body: response.json<unknown>(), text: response.body }
}
const file = (content: Buffer, name = 'picture', filename = 'me.png'): Part => ({ name, filename, content })
const linkIn = (body: unknown) => field<string | null>(body, 'data.profile_picture')
const read = (link: string) => server.app.inject({ url: link.replace('http://api.test', '') })
const entries = () =>
  server.db.selectFrom('audit').select(['before', 'after']).where('act', '=', 'change-picture').orderBy('at').execute()

it.each([
  ['png', 'image/png', pngOf(64, 64)],
  ['jpg', 'image/jpeg', jpegOf(64, 64)],
  ['webp', 'image/webp', webpOf(64, 64)],
])('takes a %s, and shows it to who has the link', async (_, type, content) => {
  const { status, body } = await send([file(content)])
  expect(status).toBe(200)
  const shown = await read(linkIn(body) ?? '')
  expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(content)]).toEqual([200, type, true])
  expect(shown.headers['content-disposition']).toMatch(/^inline/)
})

it('shows the picture after a sign-in and in the list of administrators, by a link that outlives the session', async () => {
  const link = linkIn((await send([file(pngOf(2, 2))])).body)
  const signedIn = await server.call('POST', '/user/auth/admin-login', {
    body: { email: 'admin@interline.test', password: 'interline-demo' },
  })
  expect(field(signedIn.body, 'data.user.profile_picture')).toBe(link)
  const list = field<{ email: string; profile_picture: string | null }[]>(
    (await server.call('GET', '/admin/administrators', { token })).body,
    'data',
  )
  expect(list.find(({ email }) => email === 'admin@interline.test')?.profile_picture).toBe(link)
  const expires = Number(new URL(link ?? '').searchParams.get('expires')) * 1000
  expect(expires).toBeGreaterThan(Date.now() + 30 * 86_400_000)
})

it('takes the picture away, and writes down that and nothing of what it shows', async () => {
  const link = linkIn((await send([file(pngOf(3, 3))])).body) ?? ''
  const { status, body } = await server.call('POST', '/admin/account/picture/remove', { token })
  expect([status, linkIn(body)]).toEqual([200, null])
  const [last, before] = (await entries()).reverse()
  expect([last?.before, last?.after]).toEqual([{ picture: 'one' }, { picture: null }])
  expect(before?.after).toEqual({ picture: 'one', type: 'png', bytes: pngOf(3, 3).length })
  const count = (await entries()).length
  expect((await server.call('POST', '/admin/account/picture/remove', { token })).status).toBe(200)
  expect(await entries()).toHaveLength(count)
  // It stays for 30 days, as any document that was replaced.
  const key = new URL(link).pathname.slice(1)
  expect((await read(link)).statusCode).toBe(200)
  const row = await server.db.selectFrom('documents').selectAll().where('key', '=', key).executeTakeFirst()
  expect(row?.replacedAt).toBeInstanceOf(Date)
})

const cut = pngOf(4, 4).subarray(0, 40)
it.each<[what: string, status: number, says: string, parts: Part[]]>([
  ['a document', 415, 'must be a PNG, JPEG or WebP picture', [file(Buffer.from('%PDF-1.7'))]],
  ['a damaged picture', 415, '', [file(cut)]],
  ['a WebP that ends early', 415, '', [file(webpOf(4, 4).subarray(0, 24))]],
  ['a WebP with something behind it', 415, 'behind', [file(Buffer.concat([webpOf(4, 4), Buffer.from('PK')]))]],
  ['a picture with too many pixels', 415, 'more than 50 megapixels', [file(webpOf(16000, 16000))]],
  [
    'a web page inside of a picture',
    415,
    'web page',
    [file(jpegOf(4, 4, Buffer.from('fffe000a3c7363726970743e', 'hex')))],
  ],
  ['too large a file', 413, 'larger than 10 MB', [file(Buffer.alloc(10 * 1024 * 1024 + 1))]],
  ['no file', 400, 'is missing', []],
  ['an empty file', 400, 'is missing', [file(Buffer.alloc(0))]],
  ['a field', 400, 'more than the form can hold', [{ name: 'picture', value: 'x' }]],
  ['another file', 400, 'all that the form takes', [file(pngOf(), 'car_document')]],
  ['two files', 400, '', [file(pngOf()), file(pngOf())]],
])('refuses %s, and keeps what there is', async (_, status, says, parts) => {
  const link = linkIn((await send([file(pngOf(5, 5))])).body) ?? ''
  const answer = await send(parts)
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(says)])
  expect(answer.text).toContain('"field":"picture"')
  expect((await read(link)).statusCode).toBe(200)
  const admin = await server.db.selectFrom('people').select('profile_picture').where('role', '=', 'admin').execute()
  expect(admin.map(({ profile_picture }) => profile_picture)).toContain(new URL(link).pathname.slice(1))
})

it('answers 503, and logs why, while the disk cannot be written', async () => {
  const incoming = incomingFolder({ s3: undefined, dataDir: server.dataDir })
  await rm(incoming, { recursive: true, force: true })
  await writeFile(incoming, 'where the folder should be')
  expect((await send([file(pngOf(2, 2))])).status).toBe(503)
  expect(server.logLines.some((line) => line.includes('request failed'))).toBe(true)
  await rm(incoming)
  expect((await send([file(pngOf(2, 2))])).status).toBe(200)
})

it('is for administrators who are signed in', async () => {
  const { payload, headers } = formOf([file(pngOf())])
  const response = await server.app.inject({ method: 'POST', url: '/api/v1/admin/account/picture', payload, headers })
  expect(response.statusCode).toBe(401)
  expect((await server.call('POST', '/admin/account/picture/remove')).status).toBe(401)
})
