import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { DatabaseLimits } from './database/open.ts'

/** A setting that is wrong or missing; the message names it and can be shown as it is. */
export class SettingError extends Error {}

const port = z.coerce.number('must be a port number').int().min(0).max(65535)
const blankIsUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional())
const url = (...protocols: string[]) =>
  z.url({ protocol: new RegExp(`^(${protocols.join('|')})$`), error: `must be a URL that starts with ${protocols.join(':// or ')}://` })

const isReadable = (text: string) => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
/** `%` in a name or password is written `%25`: what cannot be decoded would be taken for something else. */
const decodable = (text: string) => !URL.canParse(text) || [new URL(text).username, new URL(text).password, new URL(text).pathname].every(isReadable)
const undecodable = 'has a % that stands for no character; in a user name or password it is written %25'
const databaseUrl = url('postgres', 'postgresql')
  .refine(decodable, undecodable)
  .refine((text) => !URL.canParse(text) || new URL(text).pathname.length > 1, 'names no database; it ends like /interline')
const redisUrl = url('redis', 'rediss')
  .refine(decodable, undecodable)
  .refine((text) => !URL.canParse(text) || /^\/?\d*$/.test(new URL(text).pathname), 'names its database by a number, such as /0')
const seconds = (usual: number, most: number) => z.preprocess(blankIsUnset, z.coerce.number('must be a number of seconds').min(0.1).max(most).default(usual)).transform((value) => Math.round(value * 1000))

const origins = z.string().transform((list, context) =>
  list.split(',').map((part) => part.trim()).filter(Boolean).map((part) => {
    try {
      return new URL(part).origin
    } catch {
      context.addIssue({ code: 'custom', message: `"${part}" is not an origin like http://localhost:3000` })
      return part
    }
  }))

const isProxy = (part: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(part)) return true
  const [address = '', prefix, ...more] = part.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return bits > 0 && more.length === 0 && (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits))
}

const proxies = z.string().transform((list, context) => {
  const parts = list.split(',').map((part) => part.trim()).filter(Boolean)
  const wrong = parts.find((part) => !isProxy(part))
  if (wrong !== undefined) context.addIssue({ code: 'custom', message: `"${wrong}" is no address, network such as 10.0.0.0/8, loopback, linklocal or uniquelocal` })
  return parts
})

const settings = z.object({
  API_PORT: z.preprocess(blankIsUnset, port.default(4000)),
  DATA_DIR: z.preprocess(blankIsUnset, z.string().default('.data')),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_POOL: z.preprocess(blankIsUnset, z.coerce.number('must be a number of connections').int().min(2).max(1000).default(10)),
  DATABASE_CONNECT_TIMEOUT: seconds(10, 300),
  DATABASE_STATEMENT_TIMEOUT: seconds(15, 3600),
  DATABASE_LOCK_TIMEOUT: seconds(5, 3600),
  DATABASE_IDLE_TIMEOUT: seconds(30, 3600),
  DATABASE_LONG_TIMEOUT: seconds(3600, 7 * 86_400),
  REDIS_URL: optional(redisUrl),
  REDIS_PREFIX: z.preprocess(blankIsUnset, z.string().max(100).default('interline:')),
  S3_ENDPOINT: optional(url('http', 'https')),
  S3_BUCKET: optional(z.string()),
  S3_REGION: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  SMTP_URL: optional(url('smtp', 'smtps')),
  MAIL_FROM: optional(z.email()),
  DEMO_ROWS: z.preprocess(blankIsUnset, z.coerce.number('must be a whole number').int().min(0).max(1_000_000).default(200)),
  NODE_ENV: optional(z.enum(['production', 'development', 'test'])),
  ADMIN_EMAIL: optional(z.email('must be an e-mail address').max(254)),
  ADMIN_PASSWORD: optional(z.string().min(12, 'must have at least 12 characters').max(1024)),
  ALLOWED_ORIGINS: z.preprocess(blankIsUnset, origins.prefault('http://localhost:3000')),
  PUBLIC_API_URL: optional(url('http', 'https')),
  TRUST_PROXY: z.preprocess(blankIsUnset, proxies.prefault('')),
  LOG_LEVEL: z.preprocess(blankIsUnset, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
})

/** What the API's settings are called. */
export const settingNames = Object.keys(settings.shape)

/** The object store's settings, all of them or none. */
export type S3Config = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }

export type Config = {
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
  allowedOrigins: string[]
  publicUrl: string
  /** Whose `X-Forwarded-For` is believed: nobody's, or the addresses and networks in TRUST_PROXY. */
  trustedProxies: string[]
  logLevel: string
}

/** Reads the settings once, at the start. Throws `SettingError` with one line that names what is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = settings.safeParse(env)
  if (!parsed.success) {
    throw new SettingError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  }
  const s = parsed.data
  const production = s.NODE_ENV === 'production'
  return {
    port: s.API_PORT,
    dataDir: resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    databaseLimits: {
      pool: s.DATABASE_POOL, connect: s.DATABASE_CONNECT_TIMEOUT, statement: s.DATABASE_STATEMENT_TIMEOUT, lock: s.DATABASE_LOCK_TIMEOUT,
      idle: s.DATABASE_IDLE_TIMEOUT, long: s.DATABASE_LONG_TIMEOUT,
    },
    redisUrl: s.REDIS_URL,
    redisPrefix: s.REDIS_PREFIX,
    s3: readS3(s),
    smtp: s.SMTP_URL ? { url: s.SMTP_URL, from: s.MAIL_FROM ?? 'interline@localhost' } : undefined,
    demoRows: production ? 0 : s.DEMO_ROWS,
    production,
    firstAdministrator: readFirstAdministrator(s),
    allowedOrigins: s.ALLOWED_ORIGINS,
    publicUrl: (s.PUBLIC_API_URL ?? `http://localhost:${s.API_PORT}`).replace(/\/+$/, ''),
    trustedProxies: s.TRUST_PROXY,
    logLevel: s.LOG_LEVEL,
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
    if (s.S3_BUCKET) throw new SettingError('S3_ENDPOINT: is missing beside S3_BUCKET; without it documents would go into a folder')
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
