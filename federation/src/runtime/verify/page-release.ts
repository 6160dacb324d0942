import type { ReleaseSignature, SigningKey } from '../../schema/index.ts'

/**
 * What the shell's origin wrote into this page: the release as text, its signature, and the public keys. Nothing of it
 * is trusted yet.
 */
export type PageRelease = { text: string; signature: ReleaseSignature | null; keys: SigningKey[] }

/** What a script of this page that holds JSON says; null when there is none. */
export function readScript(id: string): unknown {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? '') as unknown
  } catch {
    return null
  }
}

const isKey = (value: unknown) => {
  const { id, publicKey, addedAt } = (value ?? {}) as Partial<SigningKey>
  return [id, publicKey, addedAt].every((field) => typeof field === 'string')
}

/** Reads them as far as they have their form; what has not counts as missing. */
export function readPageRelease(): PageRelease {
  const signature = readScript('interline-signature') as Partial<ReleaseSignature> | null
  const keys = readScript('interline-keys')
  return {
    text: document.getElementById('interline-release')?.textContent ?? '',
    signature:
      signature?.keyId && signature.signature ? { keyId: signature.keyId, signature: signature.signature } : null,
    keys: Array.isArray(keys) && keys.every(isKey) ? (keys as SigningKey[]) : [],
  }
}
