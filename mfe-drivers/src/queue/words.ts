import type { DriverFileField, RejectReason } from '@interline/shared/contract'

export const documentFields = [
  'driving_licence',
  'car_document',
  'car_insurance',
] as const satisfies readonly DriverFileField[]

/** In the order in which they are offered. */
export const reasons = [
  'unreadable',
  'wrong-document',
  'expired',
  'does-not-match',
  'incomplete',
  'not-genuine',
  'other',
] as const satisfies readonly RejectReason[]

export const noteMaxLength = 1000
