import { userInfo } from 'node:os'
import { ManagerChain } from '../managers/chain.ts'
import { readSigner, type Signer } from '../managers/manager-key.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'
import { requireNoManagers, requireOneLine } from './log.ts'

/** Who holds the key that RELEASE_MANAGER_KEY names; null when it is not set. */
export function signerOf(dataDir: string, { RELEASE_MANAGER_KEY: file }: NodeJS.ProcessEnv): Signer | null {
  if (!file) return null
  const { managers } = new ManagerChain(dataDir).read()
  return readSigner(file, (keyId) => managers.find((one) => one.keyId === keyId)?.name ?? null)
}

/**
 * The name of who acts, for the log. Where there are named managers that is one of them, by their key; what decides
 * nothing (`unsigned`) anybody may do, under no manager's name.
 */
export function nameOfActor(dataDir: string, env: NodeJS.ProcessEnv, { unsigned = false } = {}): string {
  const chain = new ManagerChain(dataDir)
  const { count, managers, removed } = chain.readWhole(null)
  if (count === 0) return claimedName(env)
  const signer = signerOf(dataDir, env)
  if (signer?.name) return signer.name
  const gone = removed.find(({ keyId }) => keyId === signer?.keyId)
  if (signer)
    throw new ReleaseError(
      `${env.RELEASE_MANAGER_KEY ?? ''}: ${gone ? `is the key of ${gone.name}, who is no manager any more` : 'is the key of no manager'}`,
    )
  if (!unsigned) requireNoManagers({ managers: chain })
  const claimed = claimedName(env)
  if ([...managers, ...removed].some(({ name }) => name === claimed))
    throw new ReleaseError(`${claimed} is the name of a manager, who signs: RELEASE_MANAGER_KEY names their key`)
  return claimed
}

/** Who acts by their own word: RELEASE_MANAGER, or the user of this process. */
function claimedName({ RELEASE_MANAGER: name }: NodeJS.ProcessEnv): string {
  if (!name) return userName()
  requireOneLine('RELEASE_MANAGER', name, 120)
  return name
}

/** In a container the user often has a number and no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'without a name'}`
  }
}

/** Throws before anything is written when a manager would have to sign what is about to be done, and none does. */
export function requireActor(store: ReleaseStore) {
  if (!store.signer?.name) requireNoManagers(store)
}
