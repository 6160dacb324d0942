import { expect, it } from 'vitest'
import { readClaims, requireAnew } from './read-claims.ts'

const settings = {
  issuer: 'http://login.test',
  clientId: 'interline',
  clientSecret: undefined,
  scope: 'openid',
  allowedDomains: ['office.test'],
  roleClaim: 'groups',
  roles: [{ value: 'office', role: 'owner' as const }],
  takesUnverified: false,
  name: 'Login',
}

it.each([
  ['a long name between two characters', `${'a'.repeat(199)}😀b`, `${'a'.repeat(199)}😀`],
  ['half a character', 'Ann \ud83d', 'Ann \ufffd'],
])('stores %s as text that the database takes', (_, name, stored) => {
  const claims = { sub: '1', email: 'ann@office.test', email_verified: true, roles: ['office'], name }
  expect(readClaims(claims, settings).full_name).toBe(stored)
})

const ann = { sub: '1', email: 'ann@office.test', email_verified: true, roles: ['office'] }

it.each([
  ['an empty sub', { sub: '' }, 'sub is empty'],
  ['a sub of which nothing can be seen', { sub: ' \u200B' }, 'sub is empty'],
  ['too many groups, and says what to do', { roles: undefined, isOverage: true }, 'SSO_ROLE_CLAIM=roles'],
])('refuses %s', (_, claims, message) => {
  expect(() => readClaims({ ...ann, ...claims }, settings)).toThrow(message)
})

it.each([
  ['no word on it', undefined, [false, true]],
  ['that it is not', false, [false, false]],
  ['so as a text', 'false', [false, false]],
  ['that it is', true, [true, true]],
])('takes an address of which the provider says %s by SSO_EMAIL_UNVERIFIED', (_, email_verified, taken) => {
  const isTaken = (takesUnverified: boolean) => {
    try {
      return readClaims({ ...ann, email_verified }, { ...settings, takesUnverified }).subject === '1'
    } catch {
      return false
    }
  }
  expect([isTaken(false), isTaken(true)]).toEqual(taken)
})

it('takes a sign-in for anew within half a minute of two clocks, and none of a time to come', () => {
  const now = Math.floor(Date.now() / 1000)
  const since = new Date(now * 1000)
  for (const auth_time of [now, now - 20, now + 20])
    expect(() => requireAnew({ ...ann, auth_time }, since)).not.toThrow()
  for (const auth_time of [now - 40, now + 3600, Infinity, NaN, '1', undefined])
    expect(() => requireAnew({ ...ann, auth_time }, since), String(auth_time)).toThrow('has not asked anew')
})
