import type { HistoryUndo } from '@interline/shared/forms'
import { reloadLists } from '../api.ts'
import type { DriverRow } from '../driver-row.ts'

/** Takes back what an entry of a driver's history did to their texts; the phone is the driver's own. */
export const undoOf = (driver: DriverRow): HistoryUndo => ({
  record: driver,
  fields: ['full_name', 'email', 'car_name', 'driving_licence_number', 'stripe_connect_id'],
  async giveBack(texts) {
    const { giveBack } = await import('../edit/take-back-edit.ts')
    await giveBack(driver, texts).finally(reloadLists)
  },
})
