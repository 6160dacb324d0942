import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '@interline/shared/session'
import { readFigures, type Figures } from '../api.ts'

type Widget = { name: keyof Figures; icon: string; rowsOf: (today: string) => string; isOurs?: true }

/**
 * The eight widgets of SPEC §2, in its order, each with its icon, and the list of exactly the rows that are counted.
 * `isOurs`: a backend of SPEC §7 cannot be asked for them. Titles are in the message file under the same names.
 */
export const widgets: readonly Widget[] = [
  { name: 'user_count', icon: 'users', rowsOf: () => '/users' },
  { name: 'driver_count', icon: 'drivers', rowsOf: () => '/drivers' },
  { name: 'created_rides', icon: 'route', rowsOf: () => '/driver-rides' },
  { name: 'completed_rides', icon: 'flag', rowsOf: () => '/user-rides?status=Completed' },
  { name: 'today_registered_users', icon: 'account', rowsOf: (today) => `/users?date=${today}` },
  { name: 'weekly_registered_users', icon: 'calendar', rowsOf: () => '/users?days=7', isOurs: true },
  { name: 'android_users', icon: 'android', rowsOf: () => '/users?platform=android', isOurs: true },
  { name: 'ios_users', icon: 'ios', rowsOf: () => '/users?platform=ios', isOurs: true },
]

/** The dashboard's figures, counted by the business time zone; renewed when rows change and every five minutes. */
export function useFigures() {
  const timeZone = useTimeZone()
  return useQuery({
    queryKey: ['dashboard', 'figures', timeZone],
    refetchInterval: 5 * 60_000,
    queryFn: async ({ signal }): Promise<Figures> => {
      const data = await readFigures(timeZone, signal)
      return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, toCount(value)]))
    },
  })
}

// Many a database driver hands counts over as text.
const toCount = (value: unknown) => (typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value)

/** `part` of `whole` in percent; null when the two say nothing about each other. */
export function shareOf(part: unknown, whole: unknown): number | null {
  if (typeof part !== 'number' || typeof whole !== 'number') return null
  if (!Number.isFinite(whole) || whole <= 0 || !(part >= 0) || part > whole) return null
  return Math.round((part / whole) * 100)
}
