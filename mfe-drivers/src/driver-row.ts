import { orNotAvailable } from '@interline/shared'
import type { Driver } from '@interline/shared/contract'

/** A driver as it came over the wire: any field may be missing or of another type. */
export type DriverRow = Partial<Record<keyof Driver, unknown>>

export const nameOf = (driver: DriverRow): string => orNotAvailable(driver.full_name)

/** The field's text; '' when there is none. */
export function textOf(driver: DriverRow, field: keyof Driver): string {
  const value = driver[field]
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? value : ''
}

/** Null when the backend sent none: nothing can then be done to this driver. */
export const idOf = (driver: DriverRow): string | null => textOf(driver, '_id') || null

export const isVerified = (driver: DriverRow): boolean => driver.is_driver_profile_approved === true

export const revisionOf = (driver: DriverRow): { revision?: number } =>
  typeof driver.revision === 'number' && Number.isInteger(driver.revision) ? { revision: driver.revision } : {}
