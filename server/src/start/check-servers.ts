import { SettingError, type Config } from '../config/config.ts'
import { tryDatabase } from '../database/open.ts'
import { tryRedis } from '../database/redis.ts'
import { FileStoreError, type FileStore } from '../storage/file-store.ts'
import { tryBucket } from '../storage/s3-store.ts'
import { within } from '../time/within.ts'

const checkMs = 10_000

/**
 * Checks that each server in the settings answers and accepts us. Throws a `SettingError` that names the setting, and
 * never its password.
 */
export async function checkServers({ databaseUrl, databaseLimits, redisUrl, redisPrefix, s3 }: Config): Promise<void> {
  const tries = [
    ...(databaseUrl
      ? [reasonOf(tryDatabase(databaseUrl, databaseLimits.connect), (error) => databaseReason(databaseUrl, error))]
      : []),
    ...(redisUrl ? [reasonOf(tryRedis(redisUrl, redisPrefix), (error) => redisReason(redisUrl, error))] : []),
    ...(s3 ? [reasonOf(tryBucket(s3), (error) => bucketReason(s3.endpoint, s3.bucket, error))] : []),
  ]
  const reasons = (await Promise.all(tries)).filter((reason) => reason !== undefined)
  if (reasons.length > 0) throw new SettingError(reasons.join('; '))
}

/** Checks that documents can be stored. Throws a `SettingError`, or the system's error for the folder. */
export async function checkFiles({ s3 }: Config, files: FileStore): Promise<void> {
  if (!s3) return files.ping()
  const mark = 'uploads/start'
  const reason = await reasonOf(files.write(mark, Buffer.from('A node began here.\n')), (error) => messageOf(error))
  if (reason)
    throw new SettingError(
      `S3_ACCESS_KEY_ID: nothing can be written into the bucket "${s3.bucket}" at ${s3.endpoint}: ${reason}`,
    )
  await files.remove(mark).catch(() => undefined)
}

const reasonOf = (work: Promise<void>, reason: (error: Error) => string) =>
  within(checkMs, work).then(
    () => undefined,
    (error: unknown) => reason(error instanceof Error ? error : new Error(String(error))),
  )

/** A URL without user and password. */
function addressOf(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** The message of an error; one of several attempts at once has none and gives that of its first attempt. */
function messageOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : []
  const { cause } = error
  if (first instanceof Error) return messageOf(first)
  if (cause instanceof Error) return messageOf(cause)
  if (/wrong version number|packet length too long/.test(error.message)) return 'it does not answer in TLS'
  return error.message.replace(/\.$/, '')
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')

function databaseReason(url: string, error: Error): string {
  const { username, pathname } = new URL(url)
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return `DATABASE_URL: ${addressOf(url)} does not let "${decodeURIComponent(username)}" in; is the password right?`
    case '3D000':
      return `DATABASE_URL: there is no database "${decodeURIComponent(pathname.slice(1))}" at ${addressOf(url)}; create it first`
    case '25006':
      return `DATABASE_URL: ${addressOf(url)} can only be read; is it a standby?`
    case '22P05':
      return `DATABASE_URL: ${addressOf(url)} does not hold text in UTF-8: ${messageOf(error)}; create a database with encoding 'UTF8'`
    case '53300':
      return `DATABASE_URL: ${addressOf(url)} has no connection left; raise its max_connections or lower DATABASE_POOL`
    default:
      return `DATABASE_URL: ${addressOf(url)} cannot be reached: ${messageOf(error)}`
  }
}

function redisReason(url: string, error: Error): string {
  const words = messageOf(error)
  if (/WRONGPASS|NOAUTH|invalid password/.test(words))
    return `REDIS_URL: ${addressOf(url)} does not let us in; are user and password right?`
  if (/^NOPERM/.test(words)) return `REDIS_URL: ${addressOf(url)} does not let this user do what is needed: ${words}`
  if (/^READONLY/.test(words)) return `REDIS_URL: ${addressOf(url)} can only be read; is it a replica?`
  if (/DB index is out of range/.test(words))
    return `REDIS_URL: ${addressOf(url)} does not have this database; see its setting "databases"`
  return `REDIS_URL: ${addressOf(url)} cannot be reached: ${words}`
}

function bucketReason(endpoint: string, bucket: string, error: Error): string {
  switch (codeOf(error)) {
    case 'NoSuchBucket':
      return `S3_BUCKET: there is no bucket "${bucket}" at ${endpoint}`
    case 'InvalidAccessKeyId':
      return `S3_ACCESS_KEY_ID: ${endpoint} does not know this key`
    case 'SignatureDoesNotMatch':
      return `S3_SECRET_ACCESS_KEY: is not the one of S3_ACCESS_KEY_ID at ${endpoint}`
    case 'AccessDenied':
      return `S3_ACCESS_KEY_ID: this key may not use the bucket "${bucket}" at ${endpoint}`
    case 'AuthorizationHeaderMalformed':
      return `S3_REGION: is not the region of the bucket "${bucket}" at ${endpoint}`
    default:
      return `S3_ENDPOINT: ${endpoint} cannot be used: ${messageOf(error)}`
  }
}

/**
 * Turns an error of the system or the database that only a setting can cure into a `SettingError` that names it;
 * undefined for any other error.
 */
export function explainStart(error: unknown, config: Config): SettingError | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof FileStoreError) return explainStart(error.cause, config)
  const { databaseUrl, dataDir } = config
  const code = codeOf(error)
  if (databaseUrl && code === '42501') {
    return new SettingError(
      `DATABASE_URL: "${decodeURIComponent(new URL(databaseUrl).username)}" may not make the tables at ${addressOf(databaseUrl)}: ${messageOf(error)}`,
    )
  }
  const isOfFiles =
    ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'].includes(code) ||
    ('path' in error && typeof error.path === 'string' && error.path.startsWith(dataDir))
  return isOfFiles ? new SettingError(`DATA_DIR: ${dataDir} cannot be used: ${messageOf(error)}`) : undefined
}
