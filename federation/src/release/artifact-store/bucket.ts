import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import pRetry from 'p-retry'
import type { ArtifactStore } from './artifact-store.ts'
import { parseBuildName } from '../store/find-artifact.ts'
import type { Connection } from './bucket-connection.ts'
import { contentTypeOf } from './content-type.ts'
import { readListing } from './bucket-listing.ts'
import { brokenOff, failure, refuse, unreachable } from './bucket-error.ts'

const timeoutMs = 60_000
const again = { retries: 2, minTimeout: 100 }
const mostPages = 1000
const mostBytesOfAListing = 16 * 2 ** 20

type Bucket = { bucket: string; prefix: string; address: string }

/** Builds in a bucket of any server that speaks S3 and honours `If-None-Match: *`, addressed by path. */
export function bucketArtifacts({ bucket, prefix, address }: Bucket, connection: Connection): ArtifactStore {
  const client = new AwsClient({ ...connection, service: 's3', retries: 2 })
  const at = { address, endpoint: connection.endpoint, bucket }

  async function call(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
  ): Promise<Response> {
    const url = `${connection.endpoint}/${bucket}${path}`
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await pRetry(() => client.fetch(url, { method, redirect: 'manual', signal, ...init }), {
        ...again,
        signal,
      })
    } catch (error) {
      throw unreachable(at, error)
    }
  }

  const content = async (response: Response, limit: number) => {
    try {
      return await readBody(response, limit)
    } catch (error) {
      throw brokenOff(at, error)
    }
  }

  const pathOf = (path: string) => `/${`${prefix}${path}`.split('/').map(encodeURIComponent).join('/')}`

  return {
    address,

    async builds(part) {
      const found: string[] = []
      const before = `${prefix}${part}/`
      let next: string | null = null
      for (let page = 0; page < mostPages; page++) {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: before,
          ...(next !== null && { 'continuation-token': next }),
        })
        const response = await call('GET', `?${query}`)
        if (response.status !== 200) throw await failure(at, response)
        const listing = readListing((await content(response, mostBytesOfAListing)).toString('utf8'))
        if (!listing)
          throw refuse(
            `${address} answers something else than a list of a bucket; is S3_ENDPOINT, ${connection.endpoint}, an S3 server?`,
          )
        const names = listing.keys.flatMap((key) =>
          key.startsWith(before) && key.endsWith('/remote.json')
            ? [key.slice(before.length, -'/remote.json'.length)]
            : [],
        )
        found.push(...names.filter((name) => parseBuildName(name)))
        if (listing.next === null) return found
        next = listing.next
      }
      throw refuse(`${address} has more than ${mostPages} pages of files of ${part}`)
    },

    async read(path, limit) {
      const response = await call('GET', pathOf(path))
      if (response.status === 200) return content(response, limit)
      const refused = await failure(at, response)
      if (response.status === 404 && refused.code !== 'NoSuchBucket') return null
      throw refused
    },

    async create(path, bytes) {
      const headers = {
        'content-type': contentTypeOf(path),
        'cache-control': 'public, max-age=31536000, immutable',
        'if-none-match': '*',
        'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
      }
      for (let attempt = 1; ; attempt++) {
        const response = await call('PUT', pathOf(path), { headers, body: new Uint8Array(bytes) })
        if (response.status === 412 || response.ok) await response.body?.cancel()
        if (response.status === 412) return false
        if (response.ok) return true
        const refused = await failure(at, response)
        // 409: somebody else writes the same file at this moment.
        if (response.status !== 409 || attempt === 3) throw refused
      }
    },
  }
}

async function readBody({ body }: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > limit) break
  }
  return Buffer.concat(chunks).subarray(0, limit + 1)
}
