import type { DevOverride, PageDevOverride, Release, SigningKey } from '../../schema/index.ts'
import { hashOf, isSignedBy } from '../verify/ed25519.ts'
import { readPageRelease, readScript } from '../verify/page-release.ts'
import { recallRelease } from '../verify/release-memory.ts'
import { pageStorage, type VerifyOptions, type VerifiedRelease } from '../verify/verify-release.ts'

/** Why the grant of a page is not used and the released version runs instead. */
type DevOverrideDoubt =
  'none' | 'unchecked' | 'unknown-key' | 'retired-key' | 'altered' | 'expired' | 'session' | 'part'

type Page = { override: PageDevOverride | null; keys: SigningKey[]; release: Release }
type DevOverrideOptions = Pick<VerifyOptions, 'storage' | 'now'> & {
  /** Null where the release itself could not be checked. */
  subtle: SubtleCrypto | null
  /** The token of this browser's session, null when nobody is signed in. */
  token: string | null
}

/**
 * The grant of a page whose release was accepted: signed by one of the same keys, not expired, of a remote of that
 * release, and for the session of this browser. Else why it is not used.
 */
export async function verifyDevOverride(
  { override: given, keys, release }: Page,
  { subtle, storage, now, token }: DevOverrideOptions,
): Promise<DevOverride | DevOverrideDoubt> {
  if (!given) return 'none'
  if (!subtle) return 'unchecked'
  const key = keys.find(({ id }) => id === given.signature.keyId)
  if (!key) return 'unknown-key'
  if (key.retiredAt || recallRelease(storage)?.retired.includes(key.publicKey)) return 'retired-key'
  if (!(await isSignedBy(subtle, key.publicKey, given.text, given.signature.signature))) return 'altered'
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
export const verifyPageDevOverride = ({ release, doubt }: VerifiedRelease, token: string | null) =>
  verifyDevOverride(
    { override: readPageDevOverride(), keys: readPageRelease().keys, release },
    {
      subtle: doubt ? null : crypto.subtle,
      storage: pageStorage(),
      now: Date.now(),
      token,
    },
  )
