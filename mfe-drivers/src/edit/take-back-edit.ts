import { trimmed } from '@interline/shared/i18n'
import { editDriver } from '../api.ts'
import type { DriverRow } from '../driver-row.ts'
import { asLeft } from '../undo/take-back.ts'
import { editForm, textFields, valuesOf } from './edit-form.ts'
import type { EditValues } from './edit-form.ts'

/** Gives a driver the texts back that an edit to `left` replaced; rejects with a conflict when they changed since. */
export async function takeBackEdit(before: DriverRow, left: EditValues): Promise<void> {
  const isAsLeft = (now: DriverRow) => {
    const values = valuesOf(now)
    return textFields.every((field) => values[field] === trimmed(left[field]))
  }
  await editDriver(editForm(await asLeft(before, isAsLeft), valuesOf(before), {}))
}
