import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer, request as ask, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from '@20minutes/s3rver'
import S3Error from '@20minutes/s3rver/lib/models/error.js'
import { AwsClient } from 'aws4fetch'
import { temporaryFolder } from './built-part.ts'

export type S3Server = Awaited<ReturnType<typeof startS3>>

const keys = { S3_REGION: 'us-east-1', S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }

/**
 * An S3 server over HTTP that checks signatures, with an empty bucket. `conditional` is whether it honours
 * `If-None-Match: *`, which S3 does and the server that we take ignores. With `TEST_S3_ENDPOINT`, `S3_ACCESS_KEY_ID`
 * and `S3_SECRET_ACCESS_KEY` it is a new bucket of that server instead.
 */
export async function startS3({ conditional = true } = {}) {
  const bucket = `builds-${Date.now()}-${Math.random().toString(36).slice(2)}`
  const real = conditional ? process.env.TEST_S3_ENDPOINT : undefined
  const answer = real ? passingOn(new URL(real)) : await serving(conditional)
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))

  const own = Object.fromEntries(
    Object.entries(keys).map(([name, value]) => [name, (real && process.env[name]) || value]),
  )
  const settings = { ...keys, ...own, S3_ENDPOINT: `http://localhost:${(server.address() as AddressInfo).port}` }
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const call = async (method: string, path: string, body?: Uint8Array<ArrayBuffer>) => {
    const response = await client.fetch(`${settings.S3_ENDPOINT}/${bucket}${path}`, { method, ...(body && { body }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  await call('PUT', '')
  return {
    /** The settings that a process needs to reach it. */
    settings,
    bucket,
    /** Every call so far, as `METHOD PATH`. */
    calls,
    /** Acts of somebody who may write in the bucket. */
    get: async (key: string) => Buffer.from(await (await call('GET', `/${key}`)).arrayBuffer()),
    head: (key: string) => call('HEAD', `/${key}`),
    put: (key: string, content: string | Buffer) => call('PUT', `/${key}`, new Uint8Array(Buffer.from(content))),
    remove: (key: string) => call('DELETE', `/${key}`),
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  }
}

async function serving(conditional: boolean): Promise<RequestListener> {
  const app = new S3rver({ directory: temporaryFolder(), silent: true, vhostBuckets: false })
  const headers = new AsyncLocalStorage<IncomingHttpHeaders>()
  if (conditional) refuseOverwriting(app, headers)
  const answer = app.callback()
  return (request, response) => headers.run(request.headers, () => answer(request, response))
}

const passingOn =
  ({ hostname, port }: URL): RequestListener =>
  (request, response) => {
    const { method, url: path, headers } = request
    const passed = ask({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.once('error', () => response.destroy())
    request.pipe(passed)
  }

/** S3 does so since 2024: of several that create the same object one is stored, and the others are told 412. */
function refuseOverwriting({ store }: S3rver, headers: AsyncLocalStorage<IncomingHttpHeaders>) {
  const put = store.putObject.bind(store)
  const beingMade = new Set<string>()
  const precondition = () =>
    new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
  store.putObject = async (object) => {
    if (headers.getStore()?.['if-none-match'] !== '*') return put(object)
    const key = `${object.bucket}/${object.key}`
    if (beingMade.has(key)) throw precondition()
    beingMade.add(key)
    try {
      if (await store.existsObject(object.bucket, object.key)) throw precondition()
      return await put(object)
    } finally {
      beingMade.delete(key)
    }
  }
}
