import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { isTimeZone } from '../contract/time/time-zone.ts'
import { browserZone } from '../contract/time/days.ts'
import { safeStorage } from './safe-storage.ts'
import { readSettings } from './settings.ts'

export type ColourScheme = 'light' | 'dark' | 'system'

export type Preferences = {
  colourScheme: ColourScheme
  /** IANA name; null follows the operator's setting, else the browser. */
  timeZone: string | null
  /** Rows on one page of a table. */
  tableSize: number
  sidebarCollapsed: boolean
  /** Whether single keys are shortcuts (WCAG 2.1.4). */
  singleKeys: boolean
  /** Whether a message shows a notification of the browser. */
  messageAlerts: boolean
  /** Whether a message makes a sound. */
  messageSound: boolean
  setColourScheme: (scheme: ColourScheme) => void
  setTimeZone: (timeZone: string | null) => void
  setTableSize: (rows: number) => void
  setSidebarCollapsed: (collapsed: boolean) => void
  setSingleKeys: (singleKeys: boolean) => void
  setMessageAlerts: (messageAlerts: boolean) => void
  setMessageSound: (messageSound: boolean) => void
}

/** What this administrator chose on this machine. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      colourScheme: 'system',
      timeZone: null,
      tableSize: 20,
      sidebarCollapsed: false,
      singleKeys: true,
      messageAlerts: false,
      messageSound: false,
      setColourScheme: (colourScheme) => set({ colourScheme }),
      setTimeZone: (timeZone) => set({ timeZone }),
      setTableSize: (tableSize) => set({ tableSize }),
      setSidebarCollapsed: (sidebarCollapsed) => set({ sidebarCollapsed }),
      setSingleKeys: (singleKeys) => set({ singleKeys }),
      setMessageAlerts: (messageAlerts) => set({ messageAlerts }),
      setMessageSound: (messageSound) => set({ messageSound }),
    }),
    {
      name: 'interline-preferences',
      storage: createJSONStorage(() => safeStorage),
      partialize: ({
        colourScheme,
        timeZone,
        tableSize,
        sidebarCollapsed,
        singleKeys,
        messageAlerts,
        messageSound,
      }) => ({
        colourScheme,
        timeZone,
        tableSize,
        sidebarCollapsed,
        singleKeys,
        messageAlerts,
        messageSound,
      }),
      merge: (stored, defaults) => ({ ...defaults, ...sensible(stored) }),
    },
  ),
)

function sensible(stored: unknown): Partial<Preferences> {
  if (typeof stored !== 'object' || stored === null) return {}
  const { colourScheme, timeZone, tableSize, sidebarCollapsed, singleKeys, messageAlerts, messageSound } =
    stored as Record<string, unknown>
  return {
    ...((colourScheme === 'light' || colourScheme === 'dark' || colourScheme === 'system') && { colourScheme }),
    ...(typeof timeZone === 'string' && isTimeZone(timeZone) && { timeZone }),
    ...(typeof tableSize === 'number' && [10, 20, 50, 100].includes(tableSize) && { tableSize }),
    ...(typeof sidebarCollapsed === 'boolean' && { sidebarCollapsed }),
    ...(typeof singleKeys === 'boolean' && { singleKeys }),
    ...(typeof messageAlerts === 'boolean' && { messageAlerts }),
    ...(typeof messageSound === 'boolean' && { messageSound }),
  }
}

const inUse = (chosen: string | null) => chosen ?? zoneOf(readSettings().timeZone)

// Every date on screen needs it, and a browser is slow to return its time zone.
let known: { set: string | null; zone: string } | undefined

function zoneOf(set: string | null): string {
  if (known?.set !== set) known = { set, zone: set !== null && isTimeZone(set) ? set : browserZone() }
  return known.zone
}

/** The business time zone, an IANA name: by it days are counted and dates shown (SPEC-NOTES §5). */
export const useTimeZone = (): string => inUse(usePreferences((chosen) => chosen.timeZone))

/** The business time zone, outside React. */
export const timeZoneInUse = (): string => inUse(usePreferences.getState().timeZone)
