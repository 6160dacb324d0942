import { z } from 'zod'
import {
  importFields,
  licenceKey,
  trimmed,
  type ImportedRow,
  type ImportField,
  type ImportRow,
} from '@interline/shared/contract'
import { editDriver, mayBeBlank, text } from '@interline/shared/contract/schemas'
import type { NewDriver, Owner, OwnValue } from '../../repositories/driver-import.ts'
import type { DriverRow } from '../../repositories/drivers.ts'
import { fromCell, toCell } from '../lists/csv-text.ts'

const editable = ['full_name', 'email', 'car_name', 'driving_licence_number', 'stripe_connect_id'] as const
type Change = Partial<Pick<DriverRow, (typeof editable)[number]>>

/** The act that a row of the file asks for. */
export type RowPlan = { row: ImportedRow; create?: NewDriver; change?: Change }

const isEditable = (field: ImportField): field is (typeof editable)[number] =>
  (editable as readonly ImportField[]).includes(field)

/** As drivers sign up themselves; an empty text is none. */
const newDriver = z.object({
  full_name: text(200),
  email: z.string().min(1).max(254).pipe(z.email()),
  phone: mayBeBlank(40),
  address: mayBeBlank(300),
  car_name: mayBeBlank(200),
  driving_licence_number: mayBeBlank(100),
  stripe_connect_id: mayBeBlank(255),
})

/** Fewer digits or letters than that are no number of anybody. */
const fewest = 4

/** The values of a row that no two drivers should have. */
function ownValues(texts: Partial<Record<ImportField, string>>): OwnValue[] {
  const email = (texts.email ?? '').toLowerCase()
  const phone = (texts.phone ?? '').replace(/[^0-9]/g, '')
  const number = licenceKey(texts.driving_licence_number ?? '')
  return [
    ...(email ? [{ field: 'email' as const, value: email }] : []),
    ...(phone.length >= fewest ? [{ field: 'phone' as const, value: phone }] : []),
    ...(number.length >= fewest ? [{ field: 'driving_licence_number' as const, value: number }] : []),
  ]
}

const textOf = (cell: string | undefined) => trimmed(fromCell(cell ?? ''))
const textsOf = (cells: ImportRow['cells']) =>
  Object.fromEntries(Object.entries(cells).map(([field, cell]) => [field, textOf(cell)])) as ImportRow['cells']

export const idOf = ({ cells }: ImportRow) => textOf(cells._id)
/** Facts about other drivers that are read before rows are planned. */
export const valuesToFind = (rows: ImportRow[]) => rows.flatMap(({ cells }) => ownValues(textsOf(cells)))

/** A driver's field as the file of the list has it. */
function savedText(driver: DriverRow, field: Exclude<ImportField, '_id'>): string {
  const value = driver[field]
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? '')
}

// A spreadsheet writes its own.
const oneLineEnd = (text: string) => text.replace(/\r\n?/g, '\n')

/** The fields whose cells say something else than what is saved. */
function differing(driver: DriverRow, cells: ImportRow['cells']): Exclude<ImportField, '_id'>[] {
  return importFields.filter((field): field is Exclude<ImportField, '_id'> => {
    const cell = cells[field]
    if (field === '_id' || cell === undefined) return false
    const saved = oneLineEnd(savedText(driver, field))
    const text = oneLineEnd(textOf(cell))
    const isSwitch = field === 'is_driver_profile_approved'
    return oneLineEnd(cell) !== toCell(saved) && text !== trimmed(saved) && !(isSwitch && text.toLowerCase() === saved)
  })
}

const unchangeable: Partial<Record<ImportField, string>> = {
  phone: 'cannot be changed here',
  address: 'cannot be changed here',
  is_driver_profile_approved: 'is decided in the list or in the verification queue',
  reverify_status: 'is decided in the list or in the verification queue',
}

function messageOf({ code, ...issue }: z.core.$ZodIssue): string {
  if (code === 'too_small') return 'is missing'
  if (code === 'too_big' && 'maximum' in issue) return `is longer than ${String(issue.maximum)} characters`
  if (code === 'invalid_format' || code === 'invalid_union') return 'is not an email address'
  return 'is not valid'
}

/** All that a spreadsheet writes for a long number, for what a cell has no room for, and for a formula that failed. */
const inPlace = /^(?:-?\d(?:[.,]\d+)?E[+-]\d{2,}|#+|#[¡¿]?[\p{Lu}\d/_]+[!?]|#(?:\p{Lu}\/\p{Lu}|NV)|Err:\d{3})$/u

/** The problems of a row, and of its damaged cells that alone. */
function problemsWithDamage(
  texts: ImportRow['cells'],
  fields: readonly ImportField[],
  problems: ImportedRow['problems'],
): ImportedRow['problems'] {
  const damaged = fields.filter((field) => inPlace.test(texts[field] ?? ''))
  return [
    ...damaged.map((field) => ({ field, message: 'was damaged by a spreadsheet: write the value again, as text' })),
    ...problems.filter(({ field }) => !damaged.some((one) => one === field)),
  ]
}

const problemsOf = ({ issues }: z.ZodError): ImportedRow['problems'] =>
  issues.map((issue) => ({ field: String(issue.path[0] ?? ''), message: messageOf(issue) }))

const blank = { driver: null, changes: [], problems: [], same: [], brings: [] }

/**
 * Plans each row: the same for the check and for the import, by the rules of one edit and of signing up. `drivers`
 * are those that the rows name, `owners` who has one of `valuesToFind`.
 */
export function planRows(rows: ImportRow[], drivers: DriverRow[], owners: Owner[]): RowPlan[] {
  const byId = new Map(drivers.map((driver) => [driver._id, driver]))
  const linesOf = new Map<string, number>()
  const keyOf = ({ field, value }: OwnValue) => `${field} ${value}`

  /** The driver who has a row's value already, or the line before that brought it. */
  function whoHas(brings: OwnValue[], self: string | undefined) {
    const others = brings.flatMap((own) => {
      const owner = owners.find(({ field, value, _id }) => field === own.field && value === own.value && _id !== self)
      const line = linesOf.get(keyOf(own)) ?? null
      return owner || line !== null ? [{ field: own.field, owner, line }] : []
    })
    const taken = others.filter(({ owner }) => owner && owner.role !== 'driver')
    return {
      problems: taken.map(({ field }) => ({ field, message: 'belongs to somebody else' })),
      same: others
        .filter((other) => !taken.includes(other))
        .map(({ field, owner, line }) => ({
          field,
          driver: owner ? { _id: owner._id, full_name: owner.full_name } : null,
          line: owner ? null : line,
        })),
    }
  }

  function finish(row: ImportedRow, self: string | undefined, does: Omit<RowPlan, 'row'>): RowPlan {
    const { problems, same } = whoHas(row.brings, self)
    const all = [...row.problems, ...problems]
    if (all.length > 0) return { row: { ...row, outcome: 'refused', changes: [], brings: [], problems: all } }
    if (same.length > 0) return { row: { ...row, outcome: 'duplicate', changes: [], brings: [], same } }
    for (const own of row.brings) linesOf.set(keyOf(own), row.line)
    return { row, ...does }
  }

  function planChange({ line, cells }: ImportRow, _id: string): RowPlan {
    const driver = byId.get(_id)
    const refused = { ...blank, line, outcome: 'refused' as const }
    const texts = textsOf(cells)
    if (!driver) {
      const unknown = [{ field: '_id', message: 'is of no driver here' }]
      return { row: { ...refused, problems: problemsWithDamage(texts, ['_id'], unknown) } }
    }
    const fields = differing(driver, cells)
    const changes = fields.map((field) => ({
      field,
      before: savedText(driver, field) || null,
      after: texts[field] || null,
    }))
    const changed = fields.filter(isEditable)
    const parsed = editDriver.safeParse({
      _id: 'x',
      ...Object.fromEntries(changed.map((field) => [field, texts[field]])),
    })
    const problems = problemsWithDamage(texts, fields, [
      ...fields.flatMap((field) => {
        const message = unchangeable[field]
        return message === undefined ? [] : [{ field, message }]
      }),
      ...(texts.email === '' && changed.includes('email')
        ? [{ field: 'email', message: 'cannot be emptied: it is what the driver signs in with' }]
        : []),
      ...(parsed.success ? [] : problemsOf(parsed.error)),
    ])
    const { full_name, revision } = driver
    const brings = [
      { field: '_id' as const, value: _id },
      ...ownValues(Object.fromEntries(changed.map((field) => [field, texts[field] ?? '']))),
    ]
    const outcome = fields.length === 0 ? 'unchanged' : 'change'
    const row = { ...blank, line, outcome, driver: { _id, full_name, revision }, changes, problems, brings } as const
    const change = Object.fromEntries(changed.map((field) => [field, texts[field] || null])) as Change
    return finish({ ...row, changes: [...changes], brings: [...brings] }, _id, fields.length > 0 ? { change } : {})
  }

  function planNew({ line, cells }: ImportRow): RowPlan {
    const texts = textsOf(cells)
    const values = Object.fromEntries(Object.keys(newDriver.shape).map((field) => [field, '']))
    const parsed = newDriver.safeParse({ ...values, ...texts })
    const isDecided = (texts.is_driver_profile_approved ?? '').toLowerCase() === 'yes'
    const problems = problemsWithDamage(texts, importFields, [
      ...(parsed.success ? [] : problemsOf(parsed.error)),
      ...(isDecided ? [{ field: 'is_driver_profile_approved', message: 'is decided in the verification queue' }] : []),
      ...(texts.reverify_status ? [{ field: 'reverify_status', message: 'is decided in the verification queue' }] : []),
    ])
    const changes = importFields.flatMap((field) =>
      field in newDriver.shape && texts[field] ? [{ field, before: null, after: texts[field] }] : [],
    )
    const row: ImportedRow = { ...blank, line, outcome: 'create', changes, problems, brings: ownValues(texts) }
    if (!parsed.success) return finish(row, undefined, {})
    const { full_name, email, ...rest } = parsed.data
    const others = Object.fromEntries(Object.entries(rest).map(([field, text]) => [field, text || null])) as Omit<
      NewDriver,
      'full_name' | 'email'
    >
    return finish(row, undefined, { create: { full_name, email, ...others } })
  }

  return rows.map((row) => {
    const _id = idOf(row)
    return _id === '' ? planNew(row) : planChange(row, _id)
  })
}
