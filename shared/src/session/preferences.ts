import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { pageSizes } from '../contract/lists/window.ts'
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
}

/** The choices of this administrator on this machine. */
export const usePreferences = create<Preferences>()(
  persist(
    (): Preferences => ({
      colourScheme: 'system',
      timeZone: null,
      tableSize: 20,
      sidebarCollapsed: false,
      singleKeys: true,
      messageAlerts: false,
      messageSound: false,
    }),
    {
      name: 'interline-preferences',
      storage: createJSONStorage(() => safeStorage),
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
    ...(typeof tableSize === 'number' && pageSizes.some((size) => size === tableSize) && { tableSize }),
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
