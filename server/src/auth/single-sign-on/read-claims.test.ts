import { expect, it } from 'vitest'
import { readClaims } from './read-claims.ts'

const settings = {
  issuer: 'http://login.test',
  clientId: 'interline',
  clientSecret: undefined,
  scope: 'openid',
  allowedDomains: ['office.test'],
  roleClaim: 'groups',
  roles: [{ value: 'office', role: 'owner' as const }],
  name: 'Login',
}

it.each([
  ['a long name between two characters', `${'a'.repeat(199)}😀b`, `${'a'.repeat(199)}😀`],
  ['half a character', 'Ann \ud83d', 'Ann \ufffd'],
])('stores %s as text that the database takes', (_, name, stored) => {
  const claims = { sub: '1', email: 'ann@office.test', email_verified: true, groups: ['office'], name }
  expect(readClaims(claims, settings).full_name).toBe(stored)
})
