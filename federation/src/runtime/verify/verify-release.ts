import type { Release } from '../../schema/index.ts'
import { hashOf, isSignedBy, knowsEd25519 } from './ed25519.ts'
import { checkKeyChain } from './key-chain.ts'
import { readPageRelease, type PageRelease } from './page-release.ts'
import { recallRelease, rememberRelease, type ReleaseMemory } from './release-memory.ts'
import { ReleaseRefused } from './release-refused.ts'

/**
 * Why a release that is run could not be checked to the end: no cryptography at this address, or none that knows our
 * signatures.
 */
export type Doubt = 'insecure-address' | 'old-browser'
export type VerifiedRelease = { release: Release; doubt: Doubt | null }

/** Where a release is verified. */
export type VerifyOptions = {
  subtle: SubtleCrypto | undefined
  storage: Pick<Storage, 'getItem' | 'setItem'>
  hostname: string
  now: number
}

// One address of a developer's own machine is many installations, one after the other: there, another root is another
// installation.
const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The release of this page, if it is signed by a key of this installation, is what was signed, has not ended, and is
 * not older than what this browser accepted before. Throws `ReleaseRefused` otherwise. Makes no request.
 */
export async function verifyRelease(
  page: PageRelease,
  { subtle, storage, hostname, now }: VerifyOptions,
): Promise<VerifiedRelease> {
  const { text, signature, keys } = page
  if (!text || !signature) throw new ReleaseRefused('unsigned', 'the page carries no signed release')
  const doubt = !subtle ? 'insecure-address' : (await knowsEd25519(subtle)) ? null : 'old-browser'
  const checked = subtle && !doubt ? subtle : null

  const root = keys[0]?.publicKey ?? ''
  const recall = () => {
    const stored = recallRelease(storage)
    return stored && stored.root !== root && ownMachine.has(hostname) ? null : stored
  }
  const known = recall()
  if (checked) await checkKeyChain(checked, keys, known)
  else if (known && known.root !== root)
    throw new ReleaseRefused('key-chain', 'the root key is not the one of earlier visits')

  const key = keys.find(({ id }) => id === signature.keyId)
  if (!key) throw new ReleaseRefused('unknown-key', `signed by key ${signature.keyId}`)
  if (key.retiredAt || known?.retired.includes(key.publicKey))
    throw new ReleaseRefused('retired-key', `signed by key ${key.id}`)
  if (checked && !(await isSignedBy(checked, key.publicKey, text, signature.signature))) {
    throw new ReleaseRefused('altered', `not what key ${key.id} signed`)
  }
  const release = parse(text)
  const { number, expiresAt, canaryOf } = release
  const hash = subtle ? await hashOf(subtle, text) : null

  // No pause from here on: another tab may accept a release while this one waits.
  const memory = recall()
  if (!(Date.parse(expiresAt) > now)) throw new ReleaseRefused('expired', `release ${number} ended on ${expiresAt}`)
  const seen = canaryOf === undefined ? memory : memory?.canary
  const newest = Math.max(canaryOf === undefined ? 0 : (memory?.canary?.number ?? 0), memory?.number ?? 0)
  if (number < newest || (canaryOf !== undefined && canaryOf < (memory?.number ?? 0))) {
    throw new ReleaseRefused('older', `release ${number} came after release ${newest}`)
  }
  if (seen && number === seen.number && seen.hash && hash && seen.hash !== hash) {
    throw new ReleaseRefused('mixed', `there are two releases ${number}`)
  }
  rememberRelease(storage, { root, ...acceptedAfter(memory, release, hash), ...keysAfter(memory, page) })
  return { release, doubt }
}

/** A canary is accepted beside the live release: who leaves it goes back to that one, and to none before it. */
function acceptedAfter(
  memory: ReleaseMemory | null,
  { number, canaryOf }: Release,
  hash: string | null,
): Pick<ReleaseMemory, 'number' | 'hash' | 'canary'> {
  if (canaryOf === undefined) return { number, hash, ...(memory?.canary && { canary: memory.canary }) }
  return { number: canaryOf, hash: memory?.number === canaryOf ? memory.hash : null, canary: { number, hash } }
}

/**
 * What is known of keys only grows: a page that leaves one out, or says it is not retired after all, changes nothing.
 */
function keysAfter(memory: ReleaseMemory | null, { keys }: PageRelease): Pick<ReleaseMemory, 'trusted' | 'retired'> {
  const union = (before: string[] | undefined, now: string[]) => [...new Set([...(before ?? []), ...now])]
  return {
    trusted: union(
      memory?.trusted,
      keys.map(({ publicKey }) => publicKey),
    ),
    retired: union(
      memory?.retired,
      keys.filter(({ retiredAt }) => retiredAt).map(({ publicKey }) => publicKey),
    ),
  }
}

/** One key signs releases, keys and other documents: what was signed is a release only when it has the form of one. */
function parse(text: string): Release {
  const found = parseJson(text)
  const { schema, number, expiresAt } = (found ?? {}) as Partial<Release>
  if (schema !== 1 || typeof number !== 'number' || !Number.isInteger(number) || typeof expiresAt !== 'string') {
    throw new ReleaseRefused('altered', 'what was signed is not a release')
  }
  return found as Release
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Verifies the release that the shell's origin wrote into this page. The two marks say how long that took. */
export async function verifyPageRelease(): Promise<VerifiedRelease> {
  performance.mark('interline:verifying')
  const verified = await verifyRelease(readPageRelease(), {
    // Browsers have no `crypto.subtle` on a page of plain http from another machine.
    subtle: (globalThis.crypto as Partial<Crypto> | undefined)?.subtle,
    storage: pageStorage(),
    hostname: location.hostname,
    now: Date.now(),
  })
  performance.mark('interline:verified')
  return verified
}

/** A browser that forbids storage throws at its name already. */
export function pageStorage(): VerifyOptions['storage'] {
  try {
    return localStorage
  } catch {
    return { getItem: () => null, setItem: () => undefined }
  }
}
