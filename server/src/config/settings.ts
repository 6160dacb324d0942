import { isIP } from 'node:net'
import { z } from 'zod'
import { partsOf, singleSignOnSettings } from './single-sign-on.ts'

const port = z.coerce.number('must be a port number').int().min(0).max(65535)
const url = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join('|')})$`),
    error: `must be a URL that starts with ${protocols.join(':// or ')}://`,
  })

const isReadable = (text: string) => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
/** `%` in a name or password is written `%25`: what cannot be decoded would be taken for something else. */
const decodable = (text: string) =>
  !URL.canParse(text) || [new URL(text).username, new URL(text).password, new URL(text).pathname].every(isReadable)
const undecodable = 'has a % that stands for no character; in a user name or password it is written %25'
const databaseUrl = url('postgres', 'postgresql')
  .refine(decodable, undecodable)
  .refine(
    (text) => !URL.canParse(text) || new URL(text).pathname.length > 1,
    'names no database; it ends like /interline',
  )
const redisUrl = url('redis', 'rediss')
  .refine(decodable, undecodable)
  .refine(
    (text) => !URL.canParse(text) || /^\/?\d*$/.test(new URL(text).pathname),
    'names its database by a number, such as /0',
  )
const seconds = (usual: number, most: number) =>
  z.coerce
    .number('must be a number of seconds')
    .min(0.1)
    .max(most)
    .default(usual)
    .transform((value) => Math.round(value * 1000))

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const origins = z.string().transform((list, context) =>
  partsOf(list).map((part) => {
    if (isWebAddress(part)) return new URL(part).origin
    context.addIssue({ code: 'custom', message: `"${part}" is not an origin like http://localhost:3000` })
    return part
  }),
)

const isProxy = (part: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(part)) return true
  const [address = '', prefix, ...more] = part.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return (
    bits > 0 &&
    more.length === 0 &&
    (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits))
  )
}

const proxies = z.string().transform((list, context) => {
  const parts = partsOf(list)
  const wrong = parts.find((part) => !isProxy(part))
  if (wrong !== undefined)
    context.addIssue({
      code: 'custom',
      message: `"${wrong}" is no address, network such as 10.0.0.0/8, loopback, linklocal or uniquelocal`,
    })
  return parts
})

/** The environment variables of the API, each with its default and its rules; one that is blank is not set. */
export const settings = z.object({
  API_PORT: port.default(4000),
  HOST: z
    .string()
    .refine((host) => host === 'localhost' || (isIP(host) > 0 && !host.includes('%')), {
      error: ({ input }) => `"${String(input)}" is no address such as 0.0.0.0, which is each one of this machine`,
    })
    .default('localhost'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce.number('must be a number of connections').int().min(2).max(1000).default(10),
  DATABASE_CONNECT_TIMEOUT: seconds(10, 300),
  DATABASE_STATEMENT_TIMEOUT: seconds(15, 3600),
  DATABASE_LOCK_TIMEOUT: seconds(5, 3600),
  DATABASE_IDLE_TIMEOUT: seconds(30, 3600),
  DATABASE_LONG_TIMEOUT: seconds(3600, 7 * 86_400),
  REDIS_URL: redisUrl.optional(),
  REDIS_PREFIX: z.string().max(100).default('interline:'),
  S3_ENDPOINT: url('http', 'https').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: url('smtp', 'smtps').optional(),
  MAIL_FROM: z.email().optional(),
  DEMO_ROWS: z.coerce.number('must be a whole number').int().min(0).max(1_000_000).default(200),
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').max(254).optional(),
  ADMIN_PASSWORD: z.string().normalize('NFKC').min(12, 'must have at least 12 characters').max(1024).optional(),
  SECRET_KEY: z
    .string()
    .trim()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === 32, 'must be 32 bytes in base64: openssl rand -base64 32')
    .optional(),
  ALLOWED_ORIGINS: origins.prefault('http://localhost:3000'),
  PUBLIC_API_URL: url('http', 'https').optional(),
  TRUST_PROXY: proxies.prefault(''),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ...singleSignOnSettings,
})
