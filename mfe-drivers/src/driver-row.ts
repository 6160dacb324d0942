import { orNotAvailable } from '@interline/shared/i18n'
import type { Driver } from '@interline/shared/contract'

/** A driver as it came from the API: any field may be missing or of another type. */
export type DriverRow = Partial<Record<keyof Driver, unknown>>

export const nameOf = (driver: DriverRow): string => orNotAvailable(driver.full_name)

export const isVerified = (driver: DriverRow): boolean => driver.is_driver_profile_approved === true

export const revisionOf = (driver: DriverRow): { revision?: number } =>
  typeof driver.revision === 'number' && Number.isInteger(driver.revision) ? { revision: driver.revision } : {}

/** A dialog about one driver gets what was pressed for it, and what is called when it is gone. */
export type DriverDialogProps = { driver: DriverRow; control: HTMLElement; onClosed: () => void }
