import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { PlainError } from './plain-error.ts'
import { settings } from './settings.ts'
import { readSingleSignOn } from './single-sign-on.ts'

/** A setting that is wrong or missing; the message names it. */
export class SettingError extends PlainError {}

/** The names of the API's settings. */
export const settingNames = Object.keys(settings.shape)

export type Config = ReturnType<typeof readConfig>
export type DatabaseLimits = Config['databaseLimits']
export type S3Config = NonNullable<Config['s3']>

/** Reads the settings once, at the start. Throws `SettingError` with one line that names what is wrong. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const parsed = settings.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())))
  if (!parsed.success) {
    throw new SettingError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  }
  const s = parsed.data
  const production = s.NODE_ENV === 'production'
  const host = ['0.0.0.0', '::'].includes(s.HOST) ? 'localhost' : s.HOST.includes(':') ? `[${s.HOST}]` : s.HOST
  const publicUrl = (s.PUBLIC_API_URL ?? `http://${host}:${s.API_PORT}`).replace(/\/+$/, '')
  return {
    /** Where it listens: an address, or `localhost` for both that this machine has for itself. */
    host: s.HOST,
    port: s.API_PORT,
    dataDir: resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    /** How many connections there may be to PostgreSQL, and how long each thing may take there, in milliseconds. */
    databaseLimits: {
      pool: s.DATABASE_POOL,
      connect: s.DATABASE_CONNECT_TIMEOUT,
      statement: s.DATABASE_STATEMENT_TIMEOUT,
      lock: s.DATABASE_LOCK_TIMEOUT,
      idle: s.DATABASE_IDLE_TIMEOUT,
      long: s.DATABASE_LONG_TIMEOUT,
    },
    redisUrl: s.REDIS_URL,
    /** The beginning of our keys in Redis. */
    redisPrefix: s.REDIS_PREFIX,
    s3: readS3(s),
    smtp: s.SMTP_URL ? { url: s.SMTP_URL, from: s.MAIL_FROM ?? 'interline@localhost' } : undefined,
    demoRows: production ? 0 : s.DEMO_ROWS,
    production,
    firstAdministrator: readFirstAdministrator(s),
    /** Encrypts the secrets of authenticator apps; without it the key is a file in `dataDir`. */
    secretKey: s.SECRET_KEY,
    allowedOrigins: s.ALLOWED_ORIGINS,
    publicUrl,
    /** The shell's address: links lead there, and passkeys belong to its host. */
    shellUrl: s.ALLOWED_ORIGINS[0] ?? publicUrl,
    /** The `X-Forwarded-For` of these is believed: of nobody, or of the addresses and networks in TRUST_PROXY. */
    trustedProxies: s.TRUST_PROXY,
    logLevel: s.LOG_LEVEL,
    /** With it `/metrics` is read from other machines; without it from this one alone. */
    metricsToken: s.METRICS_TOKEN,
    singleSignOn: readSingleSignOn(s, (message) => {
      throw new SettingError(message)
    }),
    /** Whether administrators sign in by password too. */
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

/** The object store's settings, all of them or none. */
function readS3(s: z.infer<typeof settings>) {
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
