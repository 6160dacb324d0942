import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileStore } from './file-store.ts'
import { s3Store } from './s3-store.ts'

/** As much of an object store as we use: it keeps what is put under a path, for calls that are signed. */
const objects = new Map<string, Buffer>()
let isDown = false
const store: Server = createServer((request, response) => {
  const { method, url = '', headers } = request
  const isSigned = /^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/eu-test-1\/s3\/aws4_request, SignedHeaders=.*host.*, Signature=[0-9a-f]{64}$/.test(headers.authorization ?? '')
  const answer = (status: number, body?: Buffer) => response.writeHead(status, body ? { 'content-length': body.length } : {}).end(body)
  void buffer(request).then((body) => {
    if (!isSigned) return answer(403)
    if (isDown) return answer(400)
    if (method === 'PUT') return objects.set(url, body), answer(200)
    if (method === 'DELETE') return objects.delete(url), answer(204)
    if (method === 'HEAD' && url === '/papers/') return answer(200)
    const found = objects.get(url)
    return found ? answer(200, found) : answer(404)
  })
})

let files: FileStore
beforeAll(async () => {
  await new Promise<void>((listening) => void store.listen(0, '127.0.0.1', listening))
  const address = store.address()
  const port = typeof address === 'object' && address ? address.port : 0
  files = s3Store({ endpoint: `http://127.0.0.1:${port}`, bucket: 'papers', region: 'eu-test-1', accessKeyId: 'key-id', secretAccessKey: 'secret' })
})
afterAll(() => store.close())

it('writes, reads and removes a document with signed calls', async () => {
  await files.write('uploads/ab.pdf', Buffer.from('content'))
  const found = await files.read('uploads/ab.pdf')
  expect(found?.bytes).toBe(7)
  expect(found && (await buffer(found.content)).toString()).toBe('content')
  await files.remove('uploads/ab.pdf')
  expect(await files.read('uploads/ab.pdf')).toBeUndefined()
})

it('says so when the store refuses', async () => {
  await expect(files.ping()).resolves.toBeUndefined()
  isDown = true
  await expect(files.ping()).rejects.toThrow('400')
  await expect(files.write('uploads/ab.pdf', Buffer.from('x'))).rejects.toThrow('400')
  isDown = false
})
