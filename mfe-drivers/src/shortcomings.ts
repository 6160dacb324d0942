import { isDayKey, todayIn, driverFileFields } from '@interline/shared/contract'
import { textOf } from '@interline/shared/api'
import { timeZoneInUse } from '@interline/shared/session'
import { formatDate } from '@interline/shared/time'
import type { DriverRow } from './driver-row.ts'
import { t } from './messages.ts'

/** The reasons against approving a driver, each in words: documents that are missing or, where it is known, expired. */
export function shortcomingsOf(driver: DriverRow): string[] {
  const days = Object(driver.expires_on) as Record<string, unknown>
  return driverFileFields.flatMap((field) => {
    const document = t(`columns.${field}`)
    const day = textOf(days[field])
    if (textOf(driver[field]) === '') return t('shortcomings.missing', { document })
    if (!isDayKey(day) || day >= todayIn(timeZoneInUse())) return []
    return t('shortcomings.expired', { document, date: formatDate(day, 'UTC') })
  })
}

/** The same in one line, counted. */
export const shortcomingsText = (shortcomings: readonly string[]): string =>
  t('shortcomings.line', { count: shortcomings.length, list: shortcomings.join(', ') })

/** Whether the backend writes down why. One of SPEC §7 does not say until when documents are good, and does not. */
export const takesReason = (driver: DriverRow): boolean => driver.expires_on !== undefined
