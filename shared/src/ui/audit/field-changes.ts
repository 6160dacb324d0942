import { t } from '../../i18n/texts.ts'
import { plain } from './act-text.ts'

/** One field of an entry of the audit, in words. `before` is null for an entry that says only what came of it. */
export type FieldChange = { field: string; label: string; before: string | null; after: string }

/** The fields that an entry of the audit changed, and none that stayed; both sides as any backend may send them. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const isSame = (field: string) => before != null && JSON.stringify(was[field]) === JSON.stringify(is[field])
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((field) => !isSame(field))
  return fields.map((field) => ({
    field,
    label: labelOf(field),
    before: before == null ? null : valueText(was[field]),
    after: valueText(is[field]),
  }))
}

const fieldsOf = (values: unknown): Record<string, unknown> =>
  typeof values === 'object' && values !== null && !Array.isArray(values) ? { ...values } : {}

function labelOf(field: string): string {
  const key = `audit.fields.${field}`
  const words = t(key)
  return words === key ? plain(field) : words
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('audit.nothing')
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const parts = Array.isArray(value)
    ? value.map(valueText)
    : Object.entries(value).map(([field, one]) => `${labelOf(field)}: ${valueText(one)}`)
  return parts.length > 0 ? parts.join(', ') : t('audit.nothing')
}
