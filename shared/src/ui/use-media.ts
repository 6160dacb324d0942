import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window matches a media query, kept up to date. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(listen, () => window.matchMedia(query).matches)
}

/** Whether the window is at most so many pixels wide. */
export const useNarrow = (maxWidth: number): boolean => useMedia(`(max-width: ${maxWidth}px)`)
