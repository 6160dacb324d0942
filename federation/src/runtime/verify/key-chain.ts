import { keyText } from '../../schema/signed-text.ts'
import type { SigningKey } from '../../schema/index.ts'
import { idOf, isSignedBy } from './ed25519.ts'
import type { ReleaseMemory } from './release-memory.ts'
import { ReleaseRefused } from './release-refused.ts'

/**
 * Refuses keys that do not lead from the root this browser accepted before, or from the first of them on a first visit:
 * each later key is endorsed by an earlier one. A key that this browser knows to be retired endorses nobody new.
 */
export async function checkKeyChain(
  subtle: SubtleCrypto,
  keys: SigningKey[],
  memory: ReleaseMemory | null,
): Promise<void> {
  const [root] = keys
  if (!root) throw new ReleaseRefused('key-chain', 'the page carries no keys')
  if (memory && memory.root !== root.publicKey)
    throw new ReleaseRefused('key-chain', `root key ${root.id} is not the one of earlier visits`)

  const earlier = new Map<string, SigningKey>()
  for (const key of keys) {
    const broken = new ReleaseRefused('key-chain', `key ${key.id} does not follow from root key ${root.id}`)
    if (earlier.has(key.id) || (await idOf(subtle, key.publicKey)) !== key.id) throw broken
    if (key !== root) {
      const { keyId, signature } = key.endorsement ?? {}
      const endorser = earlier.get(keyId ?? '')
      if (!endorser || !signature || !(await isSignedBy(subtle, endorser.publicKey, keyText(key), signature)))
        throw broken
      const isNew = !memory?.trusted.includes(key.publicKey)
      if (isNew && memory?.retired.includes(endorser.publicKey)) throw broken
    }
    earlier.set(key.id, key)
  }
}
