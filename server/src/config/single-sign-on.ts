import { z } from 'zod'
import { adminRoles } from '@interline/shared/contract'

/** The parts of a setting that is a list with commas. */
export const partsOf = (list: string) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Only this machine is reached without encryption: an identity that came by http could be anybody's. */
const isSafe = ({ protocol, hostname, search, hash }: URL) =>
  search === '' &&
  hash === '' &&
  (protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)))
const issuer = z
  .string()
  .refine(
    (text) => URL.canParse(text) && isSafe(new URL(text)),
    'must be a URL that starts with https:// and has no ? or #; http:// is for localhost alone',
  )

const domains = z.string().transform((list, context) => {
  const found = partsOf(list.toLowerCase())
  const wrong = found.find((part) => !/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(part))
  if (wrong !== undefined) context.addIssue({ code: 'custom', message: `"${wrong}" is no domain like office.example` })
  if (found.length === 0) context.addIssue({ code: 'custom', message: 'names no domain' })
  return found
})

const roles = z.string().transform((list, context) => {
  const pairs = partsOf(list).flatMap((part) => {
    const at = part.lastIndexOf('=')
    const [value, named] = [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()]
    const role = adminRoles.find((known) => known === named)
    if (value !== '' && role) return [{ value, role }]
    const message = `"${part}" is not like staff=support; the roles are ${adminRoles.join(', ')}`
    context.addIssue({ code: 'custom', message })
    return []
  })
  if (partsOf(list).length === 0) context.addIssue({ code: 'custom', message: 'gives nobody a role' })
  return pairs
})

const scope = z
  .string()
  .transform((list) => list.trim().split(/\s+/))
  .refine((names) => names.includes('openid'), 'must have openid among its names')
  .transform((names) => names.join(' '))

/** The environment variables of single sign-on. Without SSO_ISSUER there is none. */
export const singleSignOnSettings = {
  SSO_ISSUER: issuer.optional(),
  SSO_CLIENT_ID: z.string().max(500).optional(),
  SSO_CLIENT_SECRET: z.string().max(2000).optional(),
  SSO_SCOPE: scope.prefault('openid email profile'),
  SSO_ALLOWED_DOMAINS: domains.optional(),
  SSO_ROLE_CLAIM: z.string().max(200).default('groups'),
  SSO_ROLES: roles.optional(),
  SSO_NAME: z.string().trim().max(60).default('single sign-on'),
  SSO_EMAIL_UNVERIFIED: z.enum(['refuse', 'accept'], 'must be refuse or accept').default('refuse'),
  SSO_PASSWORDS: z.enum(['on', 'off'], 'must be on or off').default('on'),
}

type Settings = z.infer<z.ZodObject<typeof singleSignOnSettings>>

/** Microsoft's issuers for everybody's accounts; the last is the tenant of private ones. */
const manyTenants = ['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad']
const isOfManyTenants = (issuer: string) =>
  new URL(issuer).pathname
    .toLowerCase()
    .split('/')
    .some((part) => manyTenants.includes(decodeURIComponent(part)))

/** The identity provider whose accounts sign in, and which of them. */
export type SingleSignOnConfig = NonNullable<ReturnType<typeof readSingleSignOn>>

/** Undefined without a provider. `fail` throws the error of a setting, with its name in the message. */
export function readSingleSignOn(s: Settings, fail: (message: string) => never) {
  const needed = ['SSO_CLIENT_ID', 'SSO_ALLOWED_DOMAINS', 'SSO_ROLES'] as const
  const { SSO_ISSUER, SSO_CLIENT_ID, SSO_ALLOWED_DOMAINS, SSO_ROLES } = s
  if (SSO_ISSUER === undefined) {
    const alone = [...needed, 'SSO_CLIENT_SECRET' as const].filter((name) => s[name] !== undefined)
    if (alone.length > 0) fail(`SSO_ISSUER: is missing beside ${alone.join(', ')}`)
    if (s.SSO_PASSWORDS === 'off') fail('SSO_PASSWORDS: off leaves no way to sign in without SSO_ISSUER')
    return undefined
  }
  if (SSO_CLIENT_ID === undefined || SSO_ALLOWED_DOMAINS === undefined || SSO_ROLES === undefined)
    return fail(`${needed.filter((name) => s[name] === undefined).join(', ')}: missing beside SSO_ISSUER`)
  const takesUnverified = s.SSO_EMAIL_UNVERIFIED === 'accept'
  if (takesUnverified && isOfManyTenants(SSO_ISSUER))
    return fail(
      'SSO_EMAIL_UNVERIFIED: accept is refused for an issuer of many tenants, any of which could name a mail address of yours; name your own tenant in SSO_ISSUER',
    )
  return {
    issuer: SSO_ISSUER,
    clientId: SSO_CLIENT_ID,
    /** Undefined for a public client, which PKCE alone protects. */
    clientSecret: s.SSO_CLIENT_SECRET,
    scope: s.SSO_SCOPE,
    /** In lower case. */
    allowedDomains: SSO_ALLOWED_DOMAINS,
    /** The claim that says what somebody may be, and the role that each of its values gives. */
    roleClaim: s.SSO_ROLE_CLAIM,
    roles: SSO_ROLES,
    /** A mail address counts also where the provider does not say whether it is verified. */
    takesUnverified,
    /** The name of the provider on the button. */
    name: s.SSO_NAME,
  }
}
