import { useSyncExternalStore } from 'react'
import { usePreferences } from '../../session/preferences.ts'

const system = typeof window.matchMedia === 'function' ? window.matchMedia('(prefers-color-scheme: dark)') : null

function listen(changed: () => void) {
  system?.addEventListener('change', changed)
  return () => system?.removeEventListener('change', changed)
}

/** The colour scheme on screen: what the administrator chose, else the system's. */
export function useColourScheme(): 'light' | 'dark' {
  const chosen = usePreferences((preferences) => preferences.colourScheme)
  const systemIsDark = useSyncExternalStore(listen, () => system?.matches ?? false)
  if (chosen !== 'system') return chosen
  return systemIsDark ? 'dark' : 'light'
}
