import { z } from 'zod'
import type { PageSettings } from './page.ts'

const address = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((url) => url.replace(/\/+$/, ''))

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`
  return z.coerce.number(error).int(error).min(least, error).max(most, error)
}

const environment = z.object({
  API_URL: address,
  SOCKET_URL: address.optional(),
  DOCUMENTS_URL: address.optional(),
  LOADER_MS: wholeNumber(0, 60_000).default(3000),
  FOOTER_YEAR: wholeNumber(1970, 9999).default(2024),
  TIME_ZONE: z.string().refine(isTimeZone, 'is not an IANA time zone such as Europe/Berlin').optional(),
  SSO_ISSUER: z.string().optional(),
  SSO_NAME: z.string().trim().max(60, 'must have at most 60 characters').default('single sign-on'),
  SSO_PASSWORDS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DEV_OVERRIDE: z.enum(['on', 'off'], 'must be on or off').default('off'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
})

/** The names of the settings of the shell's origin. */
export const pageSettingNames = Object.keys(environment.shape)

function readSettings(env: NodeJS.ProcessEnv): z.output<typeof environment> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new Error(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  if (parsed.data.DEV_OVERRIDE === 'on' && env.NODE_ENV === 'production')
    throw new Error('DEV_OVERRIDE: must be off with NODE_ENV=production')
  return parsed.data
}

/** With what `/metrics` may be read from other machines; it never reaches a page. */
export const readMetricsToken = (env: NodeJS.ProcessEnv): string | undefined => readSettings(env).METRICS_TOKEN

/** The operator's settings that reach the browser. Throws an error that names the setting. */
export function readPageSettings(env: NodeJS.ProcessEnv): PageSettings {
  const found = readSettings(env)
  return {
    apiUrl: found.API_URL,
    socketUrl: found.SOCKET_URL ?? found.API_URL,
    documentsUrl: found.DOCUMENTS_URL ?? found.API_URL,
    loaderMs: found.LOADER_MS,
    footerYear: found.FOOTER_YEAR,
    timeZone: found.TIME_ZONE ?? null,
    ...(found.SSO_ISSUER !== undefined && {
      singleSignOn: { name: found.SSO_NAME, isOnly: found.SSO_PASSWORDS === 'off' },
    }),
    ...(found.DEV_OVERRIDE === 'on' && { devOverride: true }),
  }
}
