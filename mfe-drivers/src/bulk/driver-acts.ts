import { idOf, postForDone, refreshResource } from '@interline/shared/api'
import {
  type RejectDriver,
  type RejectReason,
  trimmed,
  reasonMaxLength,
  rejectNoteMaxLength,
  rejectReasons,
} from '@interline/shared/contract'
import { formatCount, messages } from '@interline/shared/i18n'
import type { BulkActs } from '@interline/shared/list-tools'
import { mayNow } from '@interline/shared/session'
import { driverLists, verifyDriver } from '../api.ts'
import { isVerified, nameOf, revisionOf } from '../driver-row.ts'
import type { DriverRow } from '../driver-row.ts'
import { shortcomingsOf, takesReason } from '../shortcomings.ts'
import { takeBackVerify } from '../undo/take-back.ts'
import english from './bulk.en.json'

// Loaded with the selection, not with the list.
const t = messages('drivers', english)

const reasonOf = (value: string | undefined): RejectReason =>
  rejectReasons.find((reason) => reason === value) ?? 'other'
const isLacking = (driver: DriverRow) => !isVerified(driver) && shortcomingsOf(driver).length > 0
const isWaiting = (driver: DriverRow) => !isVerified(driver) || driver.reverify_status === 'Pending'

/** These acts can be done to many drivers at once. */
export const driverActs: BulkActs<DriverRow> = {
  nameOf,
  personOf: ({ _id }) => idOf(_id),
  acts: [
    {
      key: 'verify',
      label: t('bulk.verify'),
      doing: (count) => t('bulk.verifyDrivers', { count, total: formatCount(count) }),
      permission: 'drivers:write',
      inputs: [
        { name: 'too', label: t('bulk.verifyToo'), isBox: true, isAsked: (drivers) => drivers.some(isLacking) },
        {
          name: 'reason',
          label: t('bulk.reason'),
          maxLength: reasonMaxLength,
          isAsked: (drivers, { too }) => !!too && drivers.some((driver) => takesReason(driver) && isLacking(driver)),
        },
      ],
      reasonToLeave: (driver, { too }) => {
        if (isVerified(driver)) return t('bulk.isVerified')
        return !too && isLacking(driver) ? t('bulk.isLacking') : null
      },
      willText: (count) => t('bulk.will', { count, total: formatCount(count) }),
      change: (driver, { reason = '' }, bulkId) =>
        verifyDriver(
          {
            driver_id: String(driver._id),
            is_driver_profile_approved: true,
            ...revisionOf(driver),
            ...(trimmed(reason) !== '' && isLacking(driver) && { reason: trimmed(reason) }),
          },
          bulkId,
        ),
      undo: (driver, _, bulkId) => takeBackVerify(driver, { isReviewed: mayNow('reviews:write'), bulkId }),
      reload: () => void refreshResource(...driverLists),
    },
    {
      key: 'reject',
      label: t('bulk.reject'),
      doing: (count) => t('bulk.rejectDrivers', { count, total: formatCount(count) }),
      permission: 'reviews:write',
      inputs: [
        {
          name: 'reason',
          label: t('bulk.reason'),
          options: rejectReasons.map((value) => ({ value, label: t(`bulk.reasons.${value}`) })),
        },
        {
          name: 'note',
          label: t('bulk.note'),
          maxLength: rejectNoteMaxLength,
          isOptional: ({ reason }) => reason !== 'other',
        },
      ],
      reasonToLeave: (driver) => (isWaiting(driver) ? null : t('bulk.isNotWaiting')),
      change: (driver, { reason, note = '' }, bulkId) => {
        const payload: RejectDriver = {
          _id: String(driver._id),
          reason: reasonOf(reason),
          ...revisionOf(driver),
          ...(trimmed(note) !== '' && { note: trimmed(note) }),
        }
        return postForDone('/admin/drivers/queue/reject', payload, { bulkId })
      },
      // The driver reads that they need not do anything.
      undo: ({ _id }, _, bulkId) => postForDone('/admin/drivers/queue/undo-reject', { _id }, { bulkId }),
      reload: () => void refreshResource(...driverLists),
    },
  ],
}
