import { useCallback, useSyncExternalStore } from 'react'

const asks = typeof window.matchMedia === 'function'

/** Whether the window is at most so many pixels wide. */
export function useNarrow(maxWidth: number): boolean {
  const query = `(max-width: ${maxWidth}px)`
  const listen = useCallback(
    (changed: () => void) => {
      if (!asks) return () => undefined
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(listen, () => asks && window.matchMedia(query).matches)
}
