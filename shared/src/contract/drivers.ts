/** Why a driver is rejected; `other` says it in a note of its own. */
export const rejectReasons = [
  'unreadable',
  'wrong-document',
  'expired',
  'does-not-match',
  'incomplete',
  'not-genuine',
  'other',
] as const
export type RejectReason = (typeof rejectReasons)[number]

export const driverFileFields = ['driving_licence', 'car_document', 'car_insurance'] as const
export type DriverFileField = (typeof driverFileFields)[number]

/** SPEC §5 and §9. */
export const uploadTypes = ['jpg', 'jpeg', 'png', 'pdf', 'doc', 'docx'] as const

/** SPEC-NOTES §5: 10 MB a file. */
export const uploadMaxBytes = 10 * 1024 * 1024
