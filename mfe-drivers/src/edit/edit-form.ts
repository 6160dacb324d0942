import { idOf, textOf } from '@interline/shared/api'
import { type DriverFileField, type EditDriver, trimmed, driverFileFields } from '@interline/shared/contract'
import { editDriver } from '../api.ts'
import { revisionOf } from '../driver-row.ts'
import type { DriverRow } from '../driver-row.ts'
import { asLeft } from '../undo/take-back.ts'

export const textFields = [
  'full_name',
  'email',
  'phone',
  'car_name',
  'driving_licence_number',
  'stripe_connect_id',
] as const satisfies readonly (keyof EditDriver)[]

export type TextField = (typeof textFields)[number]
type ChosenFiles = Partial<Record<DriverFileField, File | undefined>>
export type EditTexts = Record<TextField, string>
export type EditValues = EditTexts & ChosenFiles

export const valuesOf = (driver: DriverRow): EditTexts =>
  Object.fromEntries(textFields.map((field) => [field, textOf(driver[field])])) as EditTexts

/** A multipart form of these fields; one that is undefined is left out, never sent as the word. */
export function formOf(fields: Readonly<Record<string, string | number | File | undefined>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.append(name, value, value.name)
    else if (value !== undefined) form.append(name, String(value))
  }
  return form
}

/** The multipart form of SPEC §7: every text, but only the files that were chosen. */
export function editForm(driver: DriverRow, values: EditValues): FormData {
  const texts = textFields.map((field) => [field, trimmed(values[field])] as const)
  // An email that never was there is left out: blank is no address, and nothing else could be saved.
  const sent = texts.filter(([field, text]) => field !== 'email' || text !== '' || textOf(driver.email) !== '')
  const files = driverFileFields.map((field) => [field, values[field]] as const)
  return formOf({
    _id: idOf(driver._id) ?? '',
    ...Object.fromEntries(sent),
    ...revisionOf(driver),
    ...Object.fromEntries(files),
  })
}

/** Gives a driver the texts back that an edit to `left` replaced; rejects with a conflict when they changed since. */
export async function takeBackEdit(before: DriverRow, left: EditTexts): Promise<void> {
  const isAsLeft = (now: DriverRow) => {
    const values = valuesOf(now)
    return textFields.every((field) => values[field] === trimmed(left[field]))
  }
  await editDriver(editForm(await asLeft(before, isAsLeft), valuesOf(before)))
}
