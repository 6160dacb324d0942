import type { HistoryUndo } from '@interline/shared/forms'
import { editDriver, reloading } from '../api.ts'
import type { DriverRow } from '../driver-row.ts'

/** Takes back what an entry of a driver's history did to their texts; the phone is the driver's own. */
export const undoOf = (driver: DriverRow): HistoryUndo => ({
  record: driver,
  fields: ['full_name', 'email', 'car_name', 'driving_licence_number', 'stripe_connect_id'],
  neverEmpty: ['full_name', 'email'],
  // What the form does not have stays.
  giveBack(texts) {
    const form = new FormData()
    for (const [field, text] of Object.entries({ _id: driver._id, ...texts, revision: driver.revision }))
      form.append(field, String(text))
    return reloading(editDriver(form))
  },
})
