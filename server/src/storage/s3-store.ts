import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import pRetry from 'p-retry'
import type { S3Config } from '../config/config.ts'
import { FileStoreError, type FileStore, type IncomingFile } from './file-store.ts'

/** Throws when the store cannot be used; `code` of the error is the store's own word for why. */
export async function tryBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config): Promise<void> {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const response = await client.fetch(`${endpoint}/${bucket}?list-type=2&max-keys=1`, {
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  if (!response.ok)
    throw Object.assign(new Error(`it answered ${response.status}`), { code: /<Code>(\w+)<\/Code>/.exec(text)?.[1] })
  if (!text.includes('<ListBucketResult')) throw new Error('it does not answer as an object store does')
}

/**
 * Files in a bucket of any store that speaks S3, addressed by path. An answer begins within `answersWithinMs`. A
 * download may take longer; `fetch` itself ends one of which nothing has come for five minutes.
 */
export function s3Store(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config,
  { answersWithinMs = 30_000 } = {},
): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const call = async (method: string, key: string, content?: Buffer | IncomingFile) => {
    const body = content && (await bodyOf(content))
    // Not AbortSignal.timeout, which would end the download of a body as well.
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(new Error('timeout')), answersWithinMs)
    const { signal } = abort
    const request = () =>
      client.fetch(`${endpoint}/${bucket}${key && `/${key}`}`, {
        method,
        signal,
        ...body,
      })
    return pRetry(request, { retries: 2, minTimeout: 100, signal })
      .catch((error: unknown) => {
        throw new FileStoreError('the object store does not answer', { cause: error })
      })
      .finally(() => clearTimeout(timer))
  }
  const failed = (what: string, { status }: Response) =>
    new FileStoreError(`the object store answered ${status} to ${what}`)
  return {
    async write(key, content) {
      const response = await call('PUT', key, content)
      if (!response.ok) throw failed('a write', response)
    },
    async read(key) {
      const response = await call('GET', key)
      if (response.status === 404) return undefined
      if (!response.ok || !response.body) throw failed('a read', response)
      const length = response.headers.get('content-length')
      return { content: Readable.from(response.body), bytes: length ? Number(length) : undefined }
    },
    async remove(key) {
      const response = await call('DELETE', key)
      if (!response.ok && response.status !== 404) throw failed('a removal', response)
    },
    async ping() {
      const response = await call('HEAD', '')
      if (!response.ok) throw failed('a check', response)
    },
  }
}

/** A file on disk is sent from there, as often as it is tried; its hash was made as it came in. */
async function bodyOf(content: Buffer | IncomingFile) {
  if (Buffer.isBuffer(content)) return { body: new Uint8Array(content) }
  return { body: await openAsBlob(content.path), headers: { 'x-amz-content-sha256': content.sha256 } }
}
