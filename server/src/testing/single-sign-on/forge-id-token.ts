import { generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto'

type SigningKey = { jwk: JsonWebKey & { kid: string }; privateKey: KeyObject }

/** The fault in an id token: other claims, signed anew, or another key under the right name. */
export type Forgery = { claims?: Record<string, unknown>; byAnotherKey?: boolean; unsigned?: boolean }

export function newSigningKey(kid: string): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { jwk: { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }, privateKey }
}

export function forgeIdToken(idToken: string, key: SigningKey, forgery: Forgery): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const read = (at: number) =>
    JSON.parse(Buffer.from(idToken.split('.')[at] ?? '', 'base64url').toString()) as Record<string, unknown>
  const header = forgery.unsigned ? { alg: 'none' } : read(0)
  const text = `${part(header)}.${part({ ...read(1), ...forgery.claims })}`
  if (forgery.unsigned) return `${text}.`
  const { privateKey } = forgery.byAnotherKey ? newSigningKey(key.jwk.kid) : key
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}
