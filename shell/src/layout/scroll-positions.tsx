import type { ComponentProps } from 'react'
import { ScrollRestoration } from '@interline/shared/router'

type Entry = Pick<
  Parameters<NonNullable<ComponentProps<typeof ScrollRestoration>['getKey']>>[0],
  'pathname' | 'search' | 'key' | 'state'
>

const lastOf = new Map<string, string>()

/**
 * The key under which a page stores its scroll position: its own entry in the history, or, after a link that leads back
 * (`isReturn` in its state), the entry that showed this address last.
 */
export function positionName({ pathname, search, key, state }: Entry): string {
  const address = pathname + search
  const last = isReturn(state) && lastOf.get(address)
  if (last) return last
  const name = `${address} ${key}`
  lastOf.set(address, name)
  return name
}

const isReturn = (state: unknown) =>
  typeof state === 'object' && state !== null && 'isReturn' in state && state.isReturn === true

/** A screen that is opened begins at its top; one that is come back to is where it was left. */
export const ScrollPositions = () => <ScrollRestoration getKey={positionName} />
