import type { DevOverride, PageDevOverride, Release } from '../../schema/index.ts'
import { readScript } from '../page-release.ts'

/** Why the grant of a page is not used and the released version runs instead. */
type DevOverrideDoubt = 'none' | 'unchecked' | 'altered' | 'expired' | 'session' | 'part'

type Page = { override: PageDevOverride | null; release: Release }
type DevOverrideOptions = {
  /** Browsers have none on a page of plain http from another machine. */
  subtle: SubtleCrypto | undefined
  now: number
  /** The token of this browser's session, null when nobody is signed in. */
  token: string | null
}

/** SHA-256 of a text, in hex. */
async function hashOf(subtle: SubtleCrypto, text: string): Promise<string> {
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The grant of a page: not expired, of a remote of its release, and for the session of this browser. Else why it is not
 * used. The shell's origin checked who signed it.
 */
export async function verifyDevOverride(
  { override: given, release }: Page,
  { subtle, now, token }: DevOverrideOptions,
): Promise<DevOverride | DevOverrideDoubt> {
  if (!given) return 'none'
  if (!subtle) return 'unchecked'
  const override = parse(given.text)
  if (!override) return 'altered'
  if (!(Date.parse(override.expiresAt) > now)) return 'expired'
  if (token === null || (await hashOf(subtle, token)) !== given.session) return 'session'
  return release.remotes[override.remote] ? override : 'part'
}

/** What was signed is a grant only when it says so: the same key signs releases and keys. */
function parse(text: string): DevOverride | null {
  try {
    const override = JSON.parse(text) as Partial<DevOverride>
    return override.schema === 'interline-grant-1' && override.remote && override.origin && override.expiresAt
      ? (override as DevOverride)
      : null
  } catch {
    return null
  }
}

/**
 * A grant comes from the shell's origin, in the page, and from nowhere else: not from the address, not from storage.
 */
function readPageDevOverride(): PageDevOverride | null {
  const given = readScript('interline-grant') as Partial<PageDevOverride> | null
  const { text, signature, session } = given ?? {}
  return typeof text === 'string' && typeof session === 'string' && signature?.keyId && signature.signature
    ? { text, signature, session }
    : null
}

/** The grant that the shell's origin wrote into this page. */
export const verifyPageDevOverride = (release: Release, token: string | null) =>
  verifyDevOverride(
    { override: readPageDevOverride(), release },
    { subtle: (globalThis.crypto as Partial<Crypto> | undefined)?.subtle, now: Date.now(), token },
  )
