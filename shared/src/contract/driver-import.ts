/** A column of the file can be one of these. The last two are compared with what is saved, and never changed. */
export const importFields = [
  '_id',
  'full_name',
  'email',
  'phone',
  'address',
  'car_name',
  'driving_licence_number',
  'stripe_connect_id',
  'is_driver_profile_approved',
  'reverify_status',
] as const
export type ImportField = (typeof importFields)[number]

/** So many rows are sent in one call, and so many characters of a cell. */
export const importRowsAtOnce = 100

export const importCellLength = 1000
