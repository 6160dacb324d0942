import { SettingError, type Config } from './config.ts'
import { tryDatabase } from './database/open.ts'
import { tryRedis } from './redis.ts'
import { FileStoreError, type FileStore } from './storage/file-store.ts'
import { tryBucket } from './storage/s3-store.ts'
import { within } from './within.ts'

const patience = 10_000

/** Asks each server that the settings name whether it is there and lets us in. Throws `SettingError` that names the setting, never its password. */
export async function requireServers({ databaseUrl, databaseLimits, redisUrl, redisPrefix, s3 }: Config): Promise<void> {
  const tries = [
    ...(databaseUrl ? [refused(tryDatabase(databaseUrl, databaseLimits.connect), (error) => databaseReason(databaseUrl, error))] : []),
    ...(redisUrl ? [refused(tryRedis(redisUrl, redisPrefix), (error) => redisReason(redisUrl, error))] : []),
    ...(s3 ? [refused(tryBucket(s3), (error) => bucketReason(s3.endpoint, s3.bucket, error))] : []),
  ]
  const reasons = (await Promise.all(tries)).filter((reason) => reason !== undefined)
  if (reasons.length > 0) throw new SettingError(reasons.join('; '))
}

/** Documents can be kept where the settings say. Throws a `SettingError`, or what the system says of the folder. */
export async function requireFiles({ s3 }: Config, files: FileStore): Promise<void> {
  if (!s3) return files.ping()
  const mark = 'uploads/start'
  const reason = await refused(files.write(mark, Buffer.from('A node began here.\n')), (error) => wordsOf(error))
  if (reason) throw new SettingError(`S3_ACCESS_KEY_ID: nothing can be written into the bucket "${s3.bucket}" at ${s3.endpoint}: ${reason}`)
  await files.remove(mark).catch(() => undefined)
}

const refused = (work: Promise<void>, reason: (error: Error) => string) =>
  within(patience, work).then(() => undefined, (error: unknown) => reason(error instanceof Error ? error : new Error(String(error))))

/** Where a URL leads, without who goes there. */
function placeOf(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** The first words that say what happened; errors of several attempts at once have none of their own. */
function wordsOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : []
  const { cause } = error
  if (first instanceof Error) return wordsOf(first)
  if (cause instanceof Error) return wordsOf(cause)
  if (/wrong version number|packet length too long/.test(error.message)) return 'it does not answer in TLS'
  return error.message.replace(/\.$/, '')
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')

function databaseReason(url: string, error: Error): string {
  const { username, pathname } = new URL(url)
  switch (codeOf(error)) {
    case '28P01':
    case '28000': return `DATABASE_URL: ${placeOf(url)} does not let "${decodeURIComponent(username)}" in; is the password right?`
    case '3D000': return `DATABASE_URL: there is no database "${decodeURIComponent(pathname.slice(1))}" at ${placeOf(url)}; create it first`
    case '25006': return `DATABASE_URL: ${placeOf(url)} can only be read; is it a standby?`
    case '22P05': return `DATABASE_URL: ${placeOf(url)} does not hold text in UTF-8: ${wordsOf(error)}; create a database with encoding 'UTF8'`
    case '53300': return `DATABASE_URL: ${placeOf(url)} has no connection left; raise its max_connections or lower DATABASE_POOL`
    default: return `DATABASE_URL: ${placeOf(url)} cannot be reached: ${wordsOf(error)}`
  }
}

function redisReason(url: string, error: Error): string {
  const words = wordsOf(error)
  if (/WRONGPASS|NOAUTH|invalid password/.test(words)) return `REDIS_URL: ${placeOf(url)} does not let us in; are user and password right?`
  if (/^NOPERM/.test(words)) return `REDIS_URL: ${placeOf(url)} does not let this user do what is needed: ${words}`
  if (/^READONLY/.test(words)) return `REDIS_URL: ${placeOf(url)} can only be read; is it a replica?`
  if (/DB index is out of range/.test(words)) return `REDIS_URL: ${placeOf(url)} does not have this database; see its setting "databases"`
  return `REDIS_URL: ${placeOf(url)} cannot be reached: ${words}`
}

function bucketReason(endpoint: string, bucket: string, error: Error): string {
  switch (codeOf(error)) {
    case 'NoSuchBucket': return `S3_BUCKET: there is no bucket "${bucket}" at ${endpoint}`
    case 'InvalidAccessKeyId': return `S3_ACCESS_KEY_ID: ${endpoint} does not know this key`
    case 'SignatureDoesNotMatch': return `S3_SECRET_ACCESS_KEY: is not the one of S3_ACCESS_KEY_ID at ${endpoint}`
    case 'AccessDenied': return `S3_ACCESS_KEY_ID: this key may not use the bucket "${bucket}" at ${endpoint}`
    case 'AuthorizationHeaderMalformed': return `S3_REGION: is not the region of the bucket "${bucket}" at ${endpoint}`
    default: return `S3_ENDPOINT: ${endpoint} cannot be used: ${wordsOf(error)}`
  }
}

/** What the system or the database says of a start that only this deployment can mend, by the name of the setting; undefined for anything else. */
export function explainStart(error: unknown, config: Config): SettingError | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof FileStoreError) return explainStart(error.cause, config)
  const { databaseUrl, dataDir } = config
  const newer = /^corrupted migrations: previously executed migration (\S+) is missing$/.exec(error.message)?.[1]
  if (newer) {
    const [setting, place] = databaseUrl ? ['DATABASE_URL', placeOf(databaseUrl)] : ['DATA_DIR', dataDir]
    return new SettingError(`${setting}: the database at ${place} was made by a newer version (${newer}); start that version`)
  }
  const code = codeOf(error)
  if (databaseUrl && code === '42501') {
    return new SettingError(`DATABASE_URL: "${decodeURIComponent(new URL(databaseUrl).username)}" may not make the tables at ${placeOf(databaseUrl)}: ${wordsOf(error)}`)
  }
  const isOfFiles = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'].includes(code) || ('path' in error && typeof error.path === 'string' && error.path.startsWith(dataDir))
  return isOfFiles ? new SettingError(`DATA_DIR: ${dataDir} cannot be used: ${wordsOf(error)}`) : undefined
}
