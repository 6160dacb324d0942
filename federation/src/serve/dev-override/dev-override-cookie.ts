import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'

// Cookies know no port and, over http, no sibling’s limits: over https no other host can write this name.
const names = { http: 'interline-grant', https: '__Host-interline-grant' } as const
type Name = (typeof names)[keyof typeof names]

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What a browser presents: which grant, and the secret that only the browser that pasted its code was given. */
export type Presented = { id: string; secret: string; name: Name }

export function readDevOverrideCookie(request: IncomingMessage): Presented | null {
  const cookies = parseCookie(request.headers.cookie ?? '')
  for (const name of [names.https, names.http]) {
    const [id, secret] = cookies[name]?.split('.') ?? []
    if (id && secret) return { id, secret, name }
  }
  return null
}

export const isSecret = (secret: string, hash: string) =>
  timingSafeEqual(Buffer.from(sha256(secret), 'hex'), Buffer.from(hash, 'hex'))

/** A new secret, and the header that gives it to the browser that asked; `seconds` until it is of no use any more. */
export function newDevOverrideCookie(
  request: IncomingMessage,
  id: string,
  seconds: number,
): { secret: string; header: string } {
  const secret = randomBytes(32).toString('base64url')
  const isSecure = request.headers.origin?.startsWith('https:') === true
  return { secret, header: cookie(isSecure ? names.https : names.http, `${id}.${secret}`, seconds) }
}

export const endedDevOverrideCookie = (name: Name) => cookie(name, '', 0)

const cookie = (name: Name, value: string, seconds: number) =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${name === names.https ? '; Secure' : ''}`
