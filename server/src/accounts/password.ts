import { hash, verify } from '@node-rs/argon2'

// OWASP's parameters for argon2id, the library's default algorithm: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, cost)

let decoy: Promise<string> | undefined

/** Takes the same time whether or not there is a hash to compare with, so that an answer's delay tells nothing. */
export async function matchesPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const matches = await verify(stored ?? (await decoy), password)
  return matches && Boolean(stored)
}
