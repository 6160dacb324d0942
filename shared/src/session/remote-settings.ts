import { createContext, use, useMemo } from 'react'

type Value = string | number | boolean

/** The release's settings of the remote below, by key. The shell gives it to each remote's screens. */
export const RemoteSettingsContext = createContext<Readonly<Record<string, Value>>>({})

/**
 * The settings of the remote that this is called in: what the release sets, and `defaults` for the rest. A remote calls
 * the `useSettings` that its build writes from `remote.json`.
 */
export function useRemoteSettings<Settings extends Readonly<Record<string, Value>>>(defaults: Settings): Settings {
  const set = use(RemoteSettingsContext)
  return useMemo(() => ({ ...defaults, ...set }), [defaults, set])
}
