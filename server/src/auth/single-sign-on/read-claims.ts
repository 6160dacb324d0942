import { z } from 'zod'
import { adminRoles, trimmed, type SingleSignOnFailure } from '@interline/shared/contract'
import type { SingleSignOnConfig } from '../../config/single-sign-on.ts'
import type { Identity } from '../../repositories/accounts/identities.ts'
import { SingleSignOnError } from './errors.ts'
import type { Claims } from './provider.ts'

const mail = z.email().max(254)

/**
 * The person whom the claims name. Throws `SingleSignOnError` for nobody, for a mail address that is not verified or of
 * another domain, and for somebody whom no value of the claim gives a role. The one with most permissions counts.
 */
export function readClaims(claims: Claims, settings: SingleSignOnConfig): Identity {
  if (trimmed(claims.sub) === '') throw new SingleSignOnError('rejected', 'the provider names nobody: sub is empty')
  const given = mail.safeParse(claims.email)
  if (!given.success) throw new SingleSignOnError('unverified', 'the provider names no mail address')
  const email = given.data
  const refuse = (reason: SingleSignOnFailure, message: string) => new SingleSignOnError(reason, message, { email })
  // Some providers write it as a text.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  if (!isVerified && !(claims.email_verified === undefined && settings.takesUnverified))
    throw refuse('unverified', 'the provider has not verified the mail address')
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (!settings.allowedDomains.includes(domain)) throw refuse('domain', `${domain} is not in SSO_ALLOWED_DOMAINS`)
  const values = [claims.roles].flat()
  const roles = settings.roles.filter(({ value }) => values.includes(value)).map(({ role }) => role)
  const admin_role = adminRoles.find((role) => roles.includes(role))
  if (claims.isOverage)
    throw refuse(
      'role',
      `${settings.roleClaim} is left out: the person is in too many groups. Let the provider send only the groups that are assigned to this application, or roles of the application with SSO_ROLE_CLAIM=roles`,
    )
  if (!admin_role) throw refuse('role', `${settings.roleClaim} holds no value of SSO_ROLES`)
  const fullName = typeof claims.name === 'string' ? trimmed(claims.name.replaceAll('\0', '')) : ''
  const name = [...fullName]
    .slice(0, 200)
    .join('')
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
  return {
    issuer: settings.issuer,
    subject: claims.sub,
    email,
    full_name: name || email.slice(0, at),
    admin_role,
  }
}

const skewSeconds = 30

/**
 * Throws `SingleSignOnError` unless the provider says that it asked who it is after `since`; the clocks of two machines
 * may differ a little. A provider that ignores that it was to ask sends back an older sign-in.
 */
export function requireAnew(claims: Claims, since: Date): void {
  const at = claims.auth_time
  const isSince = typeof at === 'number' && at >= Math.floor(since.getTime() / 1000) - skewSeconds
  // A time ahead would be anew for as long as it takes to come.
  if (!isSince || at > Date.now() / 1000 + skewSeconds)
    throw new SingleSignOnError('not-anew', `the provider has not asked anew: auth_time is ${String(at)}`)
}
