import { once } from 'node:events'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { driverFileFields, type Driver } from '@interline/shared/contract'
import { driver, listAnswer, problem } from '@interline/shared/contract/schemas'
import { incomingFolder, openIncoming } from '../../storage/incoming-files.ts'
import { folderStore } from '../../storage/folder-store.ts'
import { formOf, type Part } from '../../testing/documents/form.ts'
import { pdfOf } from '../../testing/documents/pdf.ts'
import { pngOf } from '../../testing/documents/picture.ts'
import { largeForm, sendSlowly } from '../../testing/documents/slow-form.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { sweepDocuments } from '../../repositories/documents.ts'

let server: TestServer
let token: string
let someone: Driver
let uploads: string
let incoming: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  someone = (await drivers())[0] ?? someone
  uploads = join(server.dataDir, 'uploads')
  incoming = incomingFolder({ s3: undefined, dataDir: server.dataDir })
})
afterAll(() => server.close())

const drivers = async () => listAnswer(driver).parse((await server.call('GET', '/admin/drivers', { token })).body).data
const linkOf = async (field: (typeof driverFileFields)[number]) =>
  (await drivers()).find(({ _id }) => _id === someone._id)?.[field] ?? ''
const open = (link: string) => server.app.inject({ method: 'GET', url: link.replace('http://api.test', '') })
const me = () => ({ name: '_id', value: someone._id })

function send(parts: Part[], isCut = false) {
  const { payload, headers } = formOf([me(), ...parts], isCut)
  return server.app.inject({
    method: 'POST',
    url: '/api/v1/admin/edit-profile/driver',
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
}

/** All that there is on disk and in the table of documents without a record. */
const state = async () => ({
  incoming: await readdir(incoming).catch(() => []),
  uploads: (await readdir(uploads)).length,
  unfiled: await server.db.selectFrom('unfiled_documents').selectAll().execute(),
})
const nothingMore = async (before: Awaited<ReturnType<typeof state>>) =>
  expect.poll(state, { timeout: 5000 }).toEqual({ ...before, incoming: [], unfiled: [] })

it.each([
  [
    'filename="Führerschein.pdf"',
    'Führerschein.pdf',
    `inline; filename="F_hrerschein.pdf"; filename*=UTF-8''F%C3%BChrerschein.pdf`,
  ],
  ['filename="a\u202Efdp.exe"', 'afdp.exe.pdf', 'inline; filename="afdp.exe.pdf"'],
  ["filename*=UTF-8''a%01b%00%22c.pdf", 'a b _c.pdf', 'inline; filename="a b _c.pdf"'],
  ['filename="../../a.pdf"', 'a.pdf', 'inline; filename="a.pdf"'],
  [`filename="${'x'.repeat(300)}.pdf"`, `${'x'.repeat(150)}.pdf`, `inline; filename="${'x'.repeat(150)}.pdf"`],
])('keeps the name of a document, made safe: %j', async (header, name, disposition) => {
  const response = await send([{ name: 'car_document', filename: '', header, content: pdfOf() }])
  expect(response.json()).toEqual({ success: true })
  const link = await linkOf('car_document')
  expect(new URL(link).searchParams.get('filename')).toBe(name)
  const file = await open(link)
  expect([file.statusCode, file.headers['content-disposition']]).toEqual([200, disposition])
  const saved = await open(`${link}&save=1`)
  expect(saved.headers['content-disposition']).toBe(disposition.replace('inline', 'attachment'))
  expect((await open(link.replace(/filename=[^&]*/, 'filename=other.pdf'))).statusCode).toBe(403)
})

it('says in the audit who looked at whose document, whoever holds the link', async () => {
  await send([{ name: 'car_document', filename: 'a.pdf', content: pdfOf() }])
  const link = await linkOf('car_document')
  const views = () =>
    server.db.selectFrom('audit').selectAll().where('act', '=', 'view-document').orderBy('sequence').execute()
  const before = (await views()).length
  expect((await open(link)).statusCode).toBe(200)
  const admin = await server.db
    .selectFrom('people')
    .select('_id')
    .where('email', '=', 'admin@interline.test')
    .executeTakeFirst()
  expect((await views()).at(-1)).toMatchObject({
    actorId: admin?._id,
    resource: 'driver',
    targetId: someone._id,
    after: { document: 'car_document', filename: 'a.pdf' },
    address: '127.0.0.1',
  })
  for (const changed of [
    link.replace(/session=[^&]*&/, ''),
    link.replace(/session=[^&]*/, `session=${'0'.repeat(64)}`),
  ])
    expect((await open(changed)).statusCode).toBe(403)
  await send([{ name: 'car_document', filename: 'a.pdf', content: pdfOf() }])
  const lost = await linkOf('car_document')
  await rm(join(uploads, basename(new URL(lost).pathname)))
  expect((await open(lost)).statusCode).toBe(404)
  expect(await views()).toHaveLength(before + 1)
})

it('lets a PDF from before the check be saved, not opened', async () => {
  await send([{ name: 'car_document', filename: 'a.pdf', content: pdfOf() }])
  await server.db.updateTable('documents').set({ name: null }).where('personId', '=', someone._id).execute()
  const link = await linkOf('car_document')
  expect(link).toMatch(/\/uploads\/[0-9a-f]{32}\.pdf\?session=/)
  const file = await open(link)
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[0-9a-f]{32}\.pdf"$/)
})

it('keeps a document of a change, and nothing else of its form', async () => {
  const before = await state()
  const parts = driverFileFields.map((name) => ({ name, filename: 'a.png', content: pngOf() }))
  expect((await send(parts)).statusCode).toBe(200)
  await nothingMore({ ...before, uploads: before.uploads + 3 })
})

const png = { name: 'car_document', filename: 'a.png', content: pngOf() }
it.each<[what: string, parts: Part[], isCut: boolean, status: number]>([
  ['cut off', [png], true, 400],
  [
    'with a page instead of its second document',
    [png, { ...png, name: 'car_insurance', content: Buffer.from('<html>') }],
    false,
    415,
  ],
  ['with a document twice', [png, png], false, 400],
  ['with a field that is wrong', [png, { name: 'email', value: 'nobody' }], false, 400],
  ['of another phone number', [png, { name: 'phone', value: '+1 000' }], false, 400],
  ['of nobody', [png, { name: '_id', value: 'nobody' }], false, 404],
])('leaves nothing of a form %s', async (_what, parts, isCut, status) => {
  const before = await state()
  expect((await send(parts, isCut)).statusCode).toBe(status)
  await nothingMore(before)
})

it('refuses a form that is larger than its documents may be, before it reads it', async () => {
  const answer = await sendSlowly(server.port, token, Readable.from([]), {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 40_000_000,
  })
  expect(answer?.status).toBe(413)
})

/** A connection that sent the beginning of a form and waits. */
async function beginForm(): Promise<Socket> {
  const { payload, headers } = formOf([me(), png], true)
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /api/v1/admin/edit-profile/driver HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${payload.length + 5000}\r\n\r\n`,
  )
  socket.write(payload.subarray(0, -10))
  return socket
}

it('reads eight forms at once, refuses more for a moment, and keeps nothing of those that are cut off', async () => {
  const before = await state()
  const { pieces, bytes, boundary } = largeForm(someone._id, ['car_document'])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': bytes }
  const begun = await Promise.all(Array.from({ length: 8 }, beginForm))
  try {
    await expect.poll(async () => (await readdir(incoming)).length, { timeout: 5000 }).toBe(8)
    const refused = await sendSlowly(server.port, token, Readable.from(pieces), headers)
    expect([refused?.status, refused?.retryAfter]).toEqual([503, '5'])
    expect(problem.parse(JSON.parse(refused?.text ?? '')).title).toBe('Too many forms at once')
  } finally {
    for (const socket of begun) socket.destroy()
  }
  await nothingMore(before)
  expect((await sendSlowly(server.port, token, Readable.from(pieces), headers))?.status).toBe(200)
}, 60_000)

it('takes 24 forms of 30 MB at once in less than 150 MB of memory', async () => {
  const { pieces, bytes, boundary } = largeForm(someone._id, driverFileFields)
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': bytes }
  const start = process.memoryUsage.rss()
  let most = start
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  try {
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => sendSlowly(server.port, token, Readable.from(pieces), headers)),
    )
    const statuses = answers.map((answer) => answer?.status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(8)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  } finally {
    clearInterval(watch)
  }
  process.stdout.write(`24 forms of 30 MB: ${Math.round((most - start) / 1e6)} MB more\n`)
  expect(most - start).toBeLessThan(150_000_000)
}, 120_000)

it('removes an hour later what a process left that was ended in the middle of a form', async () => {
  const files = folderStore(uploads)
  const [old, young] = [`uploads/${'a'.repeat(32)}.pdf`, `uploads/${'b'.repeat(32)}.pdf`]
  const hours = (number: number) => new Date(Date.now() - number * 3_600_000)
  await send([{ ...png, filename: 'kept.png' }])
  const before = await state()
  await mkdir(incoming, { recursive: true })
  for (const [key, name, at] of [
    [old, 'a'.repeat(32), hours(1.1)],
    [young, 'b'.repeat(32), hours(0.9)],
  ] as const) {
    await files.write(key, pdfOf())
    await server.db.insertInto('unfiled_documents').values({ key, at }).execute()
    await writeFile(join(incoming, name), 'half')
    await utimes(join(incoming, name), at, at)
  }
  expect(await sweepDocuments(server.db, files, openIncoming(incoming))).toBe(2)
  expect(await state()).toMatchObject({
    incoming: ['b'.repeat(32)],
    uploads: before.uploads + 1,
    unfiled: [{ key: young }],
  })
  expect((await open(await linkOf('car_document'))).statusCode).toBe(200)
})

it('keeps a document that was replaced for 30 days, and says who replaced it; then its row goes, and its file', async () => {
  const files = folderStore(uploads)
  const sweep = (hours: number) =>
    sweepDocuments(server.db, files, openIncoming(incoming), new Date(Date.now() + hours * 3_600_000))
  const keyNow = async () => new URL(await linkOf('car_document')).pathname.slice(1)
  await send([png])
  const first = await keyNow()
  await send([png])
  const second = await keyNow()
  const row = () => server.db.selectFrom('documents').selectAll().where('key', '=', first).executeTakeFirst()
  expect(await row()).toMatchObject({ personId: someone._id, kind: 'car_document', replacedAt: expect.any(Date) })
  const admin = await server.db
    .selectFrom('people')
    .select('_id')
    .where('email', '=', 'admin@interline.test')
    .executeTakeFirst()
  expect((await row())?.replacedBy).toBe(admin?._id)
  await sweep(29 * 24)
  expect(await row()).toBeDefined()
  await sweep(31 * 24)
  expect(await row()).toBeUndefined()
  // A backup that was begun before still finds the file.
  expect(await files.read(first)).toBeDefined()
  await sweep(31 * 24 + 2)
  expect(await files.read(first)).toBeUndefined()
  expect(await keyNow()).toBe(second)
  expect(await files.read(second)).toBeDefined()
})

it('leaves no file that no row names', async () => {
  await sweepDocuments(server.db, folderStore(uploads), openIncoming(incoming), new Date(Date.now() + 40 * 86_400_000))
  await sweepDocuments(server.db, folderStore(uploads), openIncoming(incoming), new Date(Date.now() + 41 * 86_400_000))
  const { rows } = await sql<{ key: string }>`select key from documents
    union select state_id from people where state_id is not null`.execute(server.db)
  expect((await readdir(uploads)).map((name) => `uploads/${name}`).sort()).toEqual(rows.map(({ key }) => key).sort())
})

it('ends a link with the session that it was made in', async () => {
  const theo = await server.signIn('theo@interline.test')
  const list = listAnswer(driver).parse((await server.call('GET', '/admin/drivers', { token: theo })).body).data
  const link = list.find(({ _id }) => _id === someone._id)?.car_document ?? ''
  expect((await open(link)).statusCode).toBe(200)
  expect((await server.call('POST', '/user/auth/logout', { token: theo })).status).toBe(200)
  expect((await open(link)).statusCode).toBe(403)
  expect((await open(await linkOf('car_document'))).statusCode).toBe(200)
})
