import { useCallback, useSyncExternalStore } from 'react'

const hasMatchMedia = typeof window.matchMedia === 'function'

/** Whether the window is at most so many pixels wide. */
export function useNarrow(maxWidth: number): boolean {
  const query = `(max-width: ${maxWidth}px)`
  const listen = useCallback(
    (changed: () => void) => {
      if (!hasMatchMedia) return () => undefined
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(listen, () => hasMatchMedia && window.matchMedia(query).matches)
}
