import { createHash } from 'node:crypto'
import type { Canary } from '../store/canary-file.ts'

/** Who asks for a page: the administrator who is signed in there, and the canary they left, if any. */
export type Visitor = { admin: string | null; left: number | null }

/**
 * The position of an administrator among all, from 0 to below 100: the same on every device, for as long as the canary
 * has its salt.
 */
export function positionOf({ salt }: Pick<Canary, 'salt'>, admin: string): number {
  const hash = createHash('sha256').update(`${salt}:${admin}`).digest()
  return (hash.readUInt32BE() / 2 ** 32) * 100
}

/**
 * Whether a visitor gets the canary. At 0 % nobody does; at 100 % everybody, also who is not signed in; who left it
 * never.
 */
export function getsCanary(canary: Canary, { admin, left }: Visitor): boolean {
  if (canary.held || left === canary.release) return false
  if (admin === null) return canary.percent === 100
  return positionOf(canary, admin) < canary.percent
}
