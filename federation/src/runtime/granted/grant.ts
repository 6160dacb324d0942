import type { Grant, PageGrant, Release, SigningKey } from '../../schema/index.ts'
import { hashOf, isSignedBy } from '../ed25519.ts'
import { readPageRelease, readScript } from '../page-release.ts'
import { recallRelease } from '../release-memory.ts'
import { storageHere, type Surroundings, type VerifiedRelease } from '../verify-release.ts'

/** Why a grant that stands in a page is not used: the released version runs instead. */
type GrantDoubt = 'none' | 'unchecked' | 'unknown-key' | 'retired-key' | 'altered' | 'expired' | 'session' | 'part'

type Page = { grant: PageGrant | null; keys: SigningKey[]; release: Release }
type Here = Pick<Surroundings, 'storage' | 'now'> & {
  /** Null where the release itself could not be checked. */
  subtle: SubtleCrypto | null
  /** The token of this browser's session, null when nobody is signed in. */
  token: string | null
}

/**
 * The grant of a page whose release was accepted: signed by one of the same keys, not expired, of a remote of that release, and for the
 * session of this browser. Else why it is not used.
 */
export async function verifyGrant({ grant: given, keys, release }: Page, { subtle, storage, now, token }: Here): Promise<Grant | GrantDoubt> {
  if (!given) return 'none'
  if (!subtle) return 'unchecked'
  const key = keys.find(({ id }) => id === given.signature.keyId)
  if (!key) return 'unknown-key'
  if (key.retiredAt || recallRelease(storage)?.retired.includes(key.publicKey)) return 'retired-key'
  if (!(await isSignedBy(subtle, key.publicKey, given.text, given.signature.signature))) return 'altered'
  const grant = parse(given.text)
  if (!grant) return 'altered'
  if (!(Date.parse(grant.expiresAt) > now)) return 'expired'
  if (token === null || (await hashOf(subtle, token)) !== given.session) return 'session'
  return release.remotes[grant.remote] ? grant : 'part'
}

/** What was signed is a grant only when it says so: the same key signs releases and keys. */
function parse(text: string): Grant | null {
  try {
    const grant = JSON.parse(text) as Partial<Grant>
    return grant.schema === 'interline-grant-1' && grant.remote && grant.origin && grant.expiresAt ? (grant as Grant) : null
  } catch {
    return null
  }
}

/** A grant comes from the shell's origin, in the page, and from nowhere else: not from the address, not from storage. */
function readPageGrant(): PageGrant | null {
  const given = readScript('interline-grant') as Partial<PageGrant> | null
  const { text, signature, session } = given ?? {}
  return typeof text === 'string' && typeof session === 'string' && signature?.keyId && signature.signature ? { text, signature, session } : null
}

/** The grant that the shell's origin wrote into this page. */
export const verifyPageGrant = ({ release, doubt }: VerifiedRelease, token: string | null) =>
  verifyGrant({ grant: readPageGrant(), keys: readPageRelease().keys, release }, {
    subtle: doubt ? null : crypto.subtle,
    storage: storageHere(),
    now: Date.now(),
    token,
  })
