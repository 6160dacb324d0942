import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { settings } from './settings.ts'
import { readSingleSignOn, type SingleSignOnConfig } from './single-sign-on.ts'

/** A setting that is wrong or missing; the message names it and can be shown as it is. */
export class SettingError extends Error {}

/** The names of the API's settings. */
export const settingNames = Object.keys(settings.shape)

/** How many connections there may be to PostgreSQL, and how long each thing may take there, in milliseconds. */
export type DatabaseLimits = {
  pool: number
  connect: number
  statement: number
  lock: number
  idle: number
  long: number
}

/** The object store's settings, all of them or none. */
export type S3Config = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type Config = {
  /** Where it listens: an address, or `localhost` for both that this machine has for itself. */
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  databaseLimits: DatabaseLimits
  redisUrl: string | undefined
  /** What our keys in Redis begin with. */
  redisPrefix: string
  s3: S3Config | undefined
  smtp: { url: string; from: string } | undefined
  demoRows: number
  production: boolean
  firstAdministrator: { email: string; password: string } | undefined
  /** Encrypts the secrets of authenticator apps; without it the key is a file in `dataDir`. */
  secretKey: Buffer | undefined
  allowedOrigins: string[]
  publicUrl: string
  /** Whose `X-Forwarded-For` is believed: nobody's, or the addresses and networks in TRUST_PROXY. */
  trustedProxies: string[]
  logLevel: string
  /** With it `/metrics` is read from other machines; without it from this one alone. */
  metricsToken: string | undefined
  singleSignOn: SingleSignOnConfig | undefined
  /** Whether administrators sign in by password too. */
  passwords: boolean
}

/** Reads the settings once, at the start. Throws `SettingError` with one line that names what is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = settings.safeParse(env)
  if (!parsed.success) {
    throw new SettingError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  }
  const s = parsed.data
  const production = s.NODE_ENV === 'production'
  const host = ['0.0.0.0', '::'].includes(s.HOST) ? 'localhost' : s.HOST.includes(':') ? `[${s.HOST}]` : s.HOST
  return {
    host: s.HOST,
    port: s.API_PORT,
    dataDir: resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    databaseLimits: {
      pool: s.DATABASE_POOL,
      connect: s.DATABASE_CONNECT_TIMEOUT,
      statement: s.DATABASE_STATEMENT_TIMEOUT,
      lock: s.DATABASE_LOCK_TIMEOUT,
      idle: s.DATABASE_IDLE_TIMEOUT,
      long: s.DATABASE_LONG_TIMEOUT,
    },
    redisUrl: s.REDIS_URL,
    redisPrefix: s.REDIS_PREFIX,
    s3: readS3(s),
    smtp: s.SMTP_URL ? { url: s.SMTP_URL, from: s.MAIL_FROM ?? 'interline@localhost' } : undefined,
    demoRows: production ? 0 : s.DEMO_ROWS,
    production,
    firstAdministrator: readFirstAdministrator(s),
    secretKey: s.SECRET_KEY,
    allowedOrigins: s.ALLOWED_ORIGINS,
    publicUrl: (s.PUBLIC_API_URL ?? `http://${host}:${s.API_PORT}`).replace(/\/+$/, ''),
    trustedProxies: s.TRUST_PROXY,
    logLevel: s.LOG_LEVEL,
    metricsToken: s.METRICS_TOKEN,
    singleSignOn: readSingleSignOn(s, (message) => {
      throw new SettingError(message)
    }),
    passwords: s.SSO_PASSWORDS === 'on',
  }
}

/** Where the embedded database and the uploaded files live. */
export const databaseFolder = (config: Config) => join(config.dataDir, 'database')
export const uploadsFolder = (config: Config) => join(config.dataDir, 'uploads')

function readFirstAdministrator(s: z.infer<typeof settings>) {
  if (!s.ADMIN_EMAIL && !s.ADMIN_PASSWORD) return undefined
  if (!s.ADMIN_EMAIL) throw new SettingError('ADMIN_EMAIL: is missing beside ADMIN_PASSWORD')
  if (!s.ADMIN_PASSWORD) throw new SettingError('ADMIN_PASSWORD: is missing beside ADMIN_EMAIL')
  return { email: s.ADMIN_EMAIL, password: s.ADMIN_PASSWORD }
}

function readS3(s: z.infer<typeof settings>): S3Config | undefined {
  if (!s.S3_ENDPOINT) {
    if (s.S3_BUCKET)
      throw new SettingError('S3_ENDPOINT: is missing beside S3_BUCKET; without it documents would go into a folder')
    return undefined
  }
  const missing = (['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter((name) => !s[name])
  if (!s.S3_BUCKET || !s.S3_ACCESS_KEY_ID || !s.S3_SECRET_ACCESS_KEY) {
    throw new SettingError(`${missing.join(', ')}: missing beside S3_ENDPOINT`)
  }
  return {
    endpoint: s.S3_ENDPOINT.replace(/\/+$/, ''),
    bucket: s.S3_BUCKET,
    region: s.S3_REGION ?? 'us-east-1',
    accessKeyId: s.S3_ACCESS_KEY_ID,
    secretAccessKey: s.S3_SECRET_ACCESS_KEY,
  }
}
