import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3, type S3Server } from '../../testing/s3-server.ts'
import { openArtifactStore } from '../artifact-store/open-store.ts'

let server: S3Server
beforeAll(async () => void (server = await startS3()))
afterAll(() => server.close())

const open = (settings: Record<string, string> = {}, address = `s3://${server.bucket}/team`) =>
  openArtifactStore(address, 'ARTIFACT_STORE', { ...server.settings, ...settings })
const content = Buffer.from('// routes of drivers')

async function answering(listener: RequestListener, act: (endpoint: string) => Promise<unknown>) {
  const other = createServer(listener)
  await new Promise<void>((resolve) => other.listen(0, resolve))
  return act(`http://localhost:${(other.address() as AddressInfo).port}`).finally(() => other.close())
}

describe('a bucket', () => {
  it('holds what was created, typed and immutable, below the prefix', async () => {
    expect(await open().create('drivers/1.0.0-000000000000/routes.js', content)).toBe(true)
    expect(await open().read('drivers/1.0.0-000000000000/routes.js', 100)).toEqual(content)
    const { headers } = await server.head('team/drivers/1.0.0-000000000000/routes.js')
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
  })

  it('is never overwritten: of five that create one file, one does', async () => {
    const made = await Promise.all(
      [1, 2, 3, 4, 5].map((digit) => open().create('users/a b@2.svg', Buffer.from(`<svg>${digit}</svg>`))),
    )
    expect(made.filter(Boolean)).toHaveLength(1)
    const stored = await open().read('users/a b@2.svg', 100)
    expect(await open().create('users/a b@2.svg', Buffer.from('other'))).toBe(false)
    expect(stored?.toString()).toBe(`<svg>${made.indexOf(true) + 1}</svg>`)
    expect(await open().read('users/a b@2.svg', 100)).toEqual(stored)
  })

  it('answers null for what is not there, and no more than was asked for', async () => {
    expect(await open().read('drivers/1.0.0-000000000000/gone.js', 100)).toBeNull()
    expect(await open().read('drivers/1.0.0-000000000000/routes.js', 4)).toEqual(content.subarray(0, 5))
  })

  it('is read no further than asked, also when a file has no end', async () => {
    const endless: RequestListener = (_, response) => {
      const more = setInterval(() => response.write('x'.repeat(1000)), 1)
      response.once('close', () => clearInterval(more))
    }
    await answering(endless, async (S3_ENDPOINT) =>
      expect(await open({ S3_ENDPOINT }).read('drivers/x.js', 5000)).toHaveLength(5001),
    )
  })

  it('is asked again when a line breaks before its answer, also to create: what the first try stored is not made twice', async () => {
    let calls = 0
    const dropping: RequestListener = ({ method }, response) => {
      calls++
      if (calls === 1 || calls === 3) response.destroy()
      else response.writeHead(method === 'PUT' ? 412 : 200).end(content)
    }
    await answering(dropping, async (S3_ENDPOINT) => {
      expect(await open({ S3_ENDPOINT }).read('drivers/x.js', 100)).toEqual(content)
      expect(await open({ S3_ENDPOINT }).create('drivers/x.js', content)).toBe(false)
    })
    expect(calls).toBe(4)
  })

  it('lists finished builds only', async () => {
    const [finished, torn] = [`1.0.0-${'a'.repeat(12)}`, `2.0.0-${'b'.repeat(12)}`]
    for (const key of [
      `rides/${finished}/remote.json`,
      `rides/${finished}/x.js`,
      `rides/${torn}/x.js`,
      'rides/notes/remote.json',
      `rides-old/${torn}/remote.json`,
    ])
      await server.put(`team/${key}`, '{}')
    expect(await open().builds('rides')).toEqual([finished])
    expect(await open().builds('chat')).toEqual([])
  })

  it('is listed page by page', async () => {
    const page = (build: string, more: string) =>
      `<ListBucketResult xmlns="x"><Contents><Key>team/rides/${build}/remote.json</Key></Contents>${more}</ListBucketResult>`
    const [first, second] = [`1.0.0-${'a'.repeat(12)}`, `1.1.0-${'b'.repeat(12)}`]
    const listener: RequestListener = ({ url }, response) => {
      const { searchParams } = new URL(url ?? '', 'http://s3')
      const isSecond = searchParams.get('continuation-token') === '1/a&b+c=='
      response.end(
        isSecond
          ? page(second, '<IsTruncated>false</IsTruncated>')
          : page(
              first,
              '<IsTruncated>true</IsTruncated><NextContinuationToken>1/a&amp;b&#43;c==</NextContinuationToken>',
            ),
      )
    }
    await answering(listener, async (S3_ENDPOINT) =>
      expect(await open({ S3_ENDPOINT }, 's3://any/team').builds('rides')).toEqual([first, second]),
    )
  })
})

describe('a bucket that cannot be used says which setting to look at', () => {
  it.each<[string, Record<string, string>, string | undefined, RegExp]>([
    [
      'a wrong secret',
      { S3_SECRET_ACCESS_KEY: 'guess' },
      undefined,
      /s3:\/\/.* refuses these credentials \(403 SignatureDoesNotMatch\); look at S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/,
    ],
    [
      'an unknown key',
      { S3_ACCESS_KEY_ID: 'nobody' },
      undefined,
      /refuses these credentials \(403 InvalidAccessKeyId\)/,
    ],
    ['a bucket that is none', {}, 's3://nowhere/x', /there is no bucket "nowhere" at http:\/\/localhost:\d+/],
    [
      'a server that is none',
      { S3_ENDPOINT: 'http://localhost:47' },
      undefined,
      /cannot be reached at http:\/\/localhost:47 \(ECONNREFUSED\); look at S3_ENDPOINT/,
    ],
  ])('%s', async (_, settings, address, reason) => {
    const store = open(settings, address)
    await expect(store.builds('drivers')).rejects.toThrow(reason)
    await expect(store.read('drivers/x', 10)).rejects.toThrow(reason)
    await expect(store.create('drivers/x', content)).rejects.toThrow(reason)
  })

  const page = '<!doctype html><title>Welcome</title>'

  it.each<[string, RequestListener, RegExp]>([
    [
      'a web site that answers 200',
      (_, response) => response.end(page),
      /answers something else than a list of a bucket; is S3_ENDPOINT, http.*an S3 server/,
    ],
    [
      'a web site that answers 502',
      (_, response) => response.writeHead(502).end(page),
      /answers 502 and a page of HTML; is S3_ENDPOINT/,
    ],
    [
      'a list that is cut without a way to go on',
      (_, response) => response.end('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'),
      /something else than a list/,
    ],
    [
      'a bucket of another region',
      (_, response) =>
        response
          .writeHead(301, { location: 'http://localhost:9' })
          .end('<Error><Code>PermanentRedirect</Code><Message>Elsewhere</Message></Error>'),
      /answers 301 PermanentRedirect: Elsewhere/,
    ],
    [
      'an answer that ends too early',
      (_, response) => (
        response.writeHead(200, { 'content-length': 100 }).write('<'),
        setTimeout(() => response.destroy(), 20)
      ),
      /broke off in the middle/,
    ],
  ])('%s', async (_, listener, reason) => {
    await answering(listener, (S3_ENDPOINT) => expect(open({ S3_ENDPOINT }).builds('drivers')).rejects.toThrow(reason))
  })

  it('a server that does not know conditions', async () => {
    const notImplemented: RequestListener = (_, response) =>
      response.writeHead(501).end('<Error><Code>NotImplemented</Code></Error>')
    await answering(notImplemented, (S3_ENDPOINT) =>
      expect(open({ S3_ENDPOINT }).create('x/y', content)).rejects.toThrow(
        /does not know If-None-Match \(501 NotImplemented\)/,
      ),
    )
  })
})
