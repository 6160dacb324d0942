import { createHash } from 'node:crypto'
import type { Canary } from './running-canary.ts'

/** A visitor of a page: the administrator who is signed in there, and the salt of the canary they left, if any. */
export type Visitor = { admin: string | null; left: string | null }
type Group = Pick<Canary['canary'], 'salt' | 'percent'>

/**
 * The position of an administrator among all, from 0 to below 100: the same on every device, for as long as the canary
 * has its salt.
 */
export function positionOf({ salt }: Pick<Group, 'salt'>, admin: string): number {
  const hash = createHash('sha256').update(`${salt}:${admin}`).digest()
  return (hash.readUInt32BE() / 2 ** 32) * 100
}

/** Whether a visitor gets the canary. At 0 % nobody does; at 100 % everybody, also people who are not signed in. */
export function getsCanary(group: Group, { admin, left }: Visitor): boolean {
  if (left === group.salt) return false
  if (admin === null) return group.percent === 100
  return positionOf(group, admin) < group.percent
}
