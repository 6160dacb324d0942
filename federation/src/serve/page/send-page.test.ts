import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageSender } from './send-page.ts'

const page = `<!doctype html>${'<p>Interline</p>'.repeat(500)}`
const send = pageSender()
const server = createServer((incoming, response) =>
  send(incoming, response, { 'content-type': 'text/html', 'cache-control': 'no-store' }, `${page}${incoming.url}`),
)

beforeAll(async () => {
  await once(server.listen(0), 'listening')
})
afterAll(() => void server.close())

async function get(encodings: string | undefined, path = '/', method = 'GET') {
  const clientRequest = request({
    port: (server.address() as AddressInfo).port,
    path,
    method,
    headers: encodings === undefined ? {} : { 'accept-encoding': encodings },
  }).end()
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
  const body = Buffer.concat((await response.toArray()) as Buffer[])
  return { headers: response.headers, body }
}

it.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
])('a browser that takes "%s" gets the page as %s', async (encodings, encoding, expand) => {
  for (const path of ['/', '/drivers', '/']) {
    const { headers, body } = await get(encodings, path)
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'accept-encoding',
      'cache-control': 'no-store',
      'content-length': String(body.length),
    })
    expect(body.length).toBeLessThan(page.length / 10)
    expect(expand(body).toString()).toBe(page + path)
  }
})

it.each([undefined, 'identity', 'br;q=0'])('one that takes "%s" gets it as it is', async (encodings) => {
  const { headers, body } = await get(encodings)
  expect(headers['content-encoding']).toBeUndefined()
  expect(body.toString()).toBe(`${page}/`)
})

it('many other pages between do not mix with it', async () => {
  for (let at = 0; at < 100; at += 1)
    expect(brotliDecompressSync((await get('br', `/${at}`)).body).toString()).toBe(`${page}/${at}`)
  expect(brotliDecompressSync((await get('br', '/3')).body).toString()).toBe(`${page}/3`)
})

it('HEAD says how long it is, without it', async () => {
  const { headers, body } = await get('br', '/', 'HEAD')
  expect(Number(headers['content-length'])).toBeGreaterThan(20)
  expect(body.length).toBe(0)
})
