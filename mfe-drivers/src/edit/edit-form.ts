import { idOf, textOf } from '@interline/shared/api'
import type { DriverFileField, EditDriver } from '@interline/shared/contract'
import { trimmed } from '@interline/shared/i18n'
import { revisionOf } from '../driver-row.ts'
import type { DriverRow } from '../driver-row.ts'

export const textFields = [
  'full_name',
  'email',
  'phone',
  'car_name',
  'driving_licence_number',
  'stripe_connect_id',
] as const satisfies readonly (keyof EditDriver)[]
export const fileFields = [
  'driving_licence',
  'car_document',
  'car_insurance',
] as const satisfies readonly DriverFileField[]

export type TextField = (typeof textFields)[number]
export type EditValues = Record<TextField, string>
export type ChosenFiles = Partial<Record<DriverFileField, File>>

export const isTextField = (name: string): name is TextField => textFields.some((field) => field === name)
export const isFileField = (name: string): name is DriverFileField => fileFields.some((field) => field === name)

export const valuesOf = (driver: DriverRow): EditValues =>
  Object.fromEntries(textFields.map((field) => [field, textOf(driver[field])])) as EditValues

/** The multipart form of SPEC §7: every text, but only the files that were chosen. */
export function editForm(driver: DriverRow, values: EditValues, files: ChosenFiles): FormData {
  const form = new FormData()
  form.append('_id', idOf(driver._id) ?? '')
  for (const field of textFields) {
    const value = trimmed(values[field])
    // An email that never was there is left out: blank is no address, and nothing else could be saved.
    if (field === 'email' && value === '' && textOf(driver.email) === '') continue
    form.append(field, value)
  }
  const { revision } = revisionOf(driver)
  if (revision !== undefined) form.append('revision', String(revision))
  for (const field of fileFields) {
    const file = files[field]
    if (file) form.append(field, file, file.name)
  }
  return form
}
