import { resolve } from 'node:path'
import { ReleaseError } from '../report/release-error.ts'

type StoreAddress = { kind: 'folder'; folder: string } | { kind: 'bucket'; bucket: string; prefix: string }

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const segment = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/

/**
 * Reads `s3://BUCKET[/PREFIX]`, or the path of a folder. `name` is the setting or option that said it, for the error.
 */
export function parseStoreAddress(text: string, name: string): StoreAddress {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(text) ?? []
  if (scheme === undefined || rest === undefined) return { kind: 'folder', folder: resolve(text) }
  const refuse = (reason: string) =>
    new ReleaseError(`${name}: "${text}" ${reason}; write a folder, or s3://BUCKET or s3://BUCKET/PREFIX`)
  if (scheme.toLowerCase() !== 's3') throw refuse('is neither a folder nor a bucket')
  const [bucket = '', ...prefix] = rest.replace(/\/$/, '').split('/')
  if (!bucketName.test(bucket)) throw refuse(`has no bucket's name (3 to 63 small letters, digits, dots and dashes)`)
  if (!prefix.every((one) => segment.test(one)))
    throw refuse('has a prefix of other characters than letters, digits, dots, dashes and underscores')
  return { kind: 'bucket', bucket, prefix: prefix.map((one) => `${one}/`).join('') }
}

/** The address to write down for others: a folder's path from the root, without a slash at the end. */
export const addressText = (address: StoreAddress) =>
  address.kind === 'folder' ? address.folder : `s3://${address.bucket}/${address.prefix}`.replace(/\/$/, '')
