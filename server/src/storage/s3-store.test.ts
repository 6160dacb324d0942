import { createServer, type RequestListener } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readConfig } from '../config/config.ts'
import { startS3 } from '../testing/s3-server.ts'
import type { FileStore } from './file-store.ts'
import { openIncoming } from './incoming-files.ts'
import { s3Store } from './s3-store.ts'

let s3: Awaited<ReturnType<typeof startS3>>
const storeWith = (wrong: Record<string, string> = {}): FileStore => {
  const { s3: settings } = readConfig({ ...s3.settings, ...wrong })
  return s3Store(settings ?? expect.unreachable())
}
beforeAll(async () => void (s3 = await startS3()))
afterAll(() => s3.close())

it('writes, reads and removes a document with signed calls', async () => {
  const files = storeWith()
  await files.write('uploads/ab.pdf', Buffer.from('content'))
  const found = await files.read('uploads/ab.pdf')
  expect(found?.bytes).toBe(7)
  expect(found && (await buffer(found.content)).toString()).toBe('content')
  await files.remove('uploads/ab.pdf')
  expect(await files.read('uploads/ab.pdf')).toBeUndefined()
})

it('sends a file that came in from the disk, by the hash that it had then', async () => {
  const files = storeWith()
  const folder = await mkdtemp(join(tmpdir(), 'interline-incoming-'))
  try {
    const file = await openIncoming(folder).receive(Readable.from([Buffer.alloc(3_000_000, 7), Buffer.from('end')]))
    await files.write('uploads/cd.pdf', file)
    const found = await files.read('uploads/cd.pdf')
    expect(found && (await buffer(found.content)).equals(await readFile(file.path))).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('says so when the store refuses', async () => {
  await expect(storeWith().ping()).resolves.toBeUndefined()
  await expect(storeWith({ S3_BUCKET: 'letters' }).ping()).rejects.toThrow('404')
  const stranger = storeWith({ S3_SECRET_ACCESS_KEY: 'wrong' })
  await expect(stranger.ping()).rejects.toThrow('403')
  await expect(stranger.write('uploads/ab.pdf', Buffer.from('x'))).rejects.toThrow('403')
})

/** A store that answers so, with a limit of a fifth of a second until it does. */
async function withStore(answer: RequestListener, use: (files: FileStore) => Promise<void>) {
  const server = createServer(answer)
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const { s3: settings } = readConfig({ ...s3.settings, S3_ENDPOINT: `http://127.0.0.1:${port}` })
  try {
    await use(s3Store(settings ?? expect.unreachable(), { answersWithinMs: 200 }))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it('reads a document to its end, however slowly it comes', async () => {
  let end: () => void = () => undefined
  await withStore(
    (_request, response) => {
      response.writeHead(200, { 'content-length': 6 })
      response.write('sl')
      end = () => response.end('owly')
    },
    async (files) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        const found = await files.read('uploads/ab.pdf')
        await vi.advanceTimersByTimeAsync(60_000)
        end()
        expect(found && (await buffer(found.content)).toString()).toBe('slowly')
      } finally {
        vi.useRealTimers()
      }
    },
  )
})

it('waits for an answer only so long', () =>
  withStore(
    () => undefined,
    (files) => expect(files.read('uploads/ab.pdf')).rejects.toThrow('the object store does not answer'),
  ))
