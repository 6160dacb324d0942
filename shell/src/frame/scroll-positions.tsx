import type { ComponentProps } from 'react'
import { ScrollRestoration } from '@interline/shared/router'

type Entry = Pick<Parameters<NonNullable<ComponentProps<typeof ScrollRestoration>['getKey']>>[0], 'pathname' | 'search' | 'key' | 'state'>

const lastOf = new Map<string, string>()

/**
 * Under what name a page keeps where it was scrolled to: its own entry in the history, or, when a link that leads back (`isReturn` in its
 * state) brings an address anew, the entry that showed it last.
 */
export function positionName({ pathname, search, key, state }: Entry): string {
  const address = pathname + search
  const last = isReturn(state) && lastOf.get(address)
  if (last) return last
  const name = `${address} ${key}`
  lastOf.set(address, name)
  return name
}

const isReturn = (state: unknown) => typeof state === 'object' && state !== null && 'isReturn' in state && state.isReturn === true

/** A screen that is opened begins at its top; one that is come back to is where it was left. */
export const ScrollPositions = () => <ScrollRestoration getKey={positionName} />
