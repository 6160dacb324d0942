import { actText, fieldChanges, recordAddress as pageOf, resourceText } from '@interline/shared/ui'
import type { EntryRow } from '../api.ts'
import { t } from '../messages.ts'

/** The change of an entry in one line: its first field, and how many more there are. */
export function changeText({ before, after, is_hidden }: EntryRow): string {
  if (is_hidden === true) return t('audit.hidden')
  const [first, ...more] = fieldChanges(before, after)
  if (!first) return ''
  const { label: field, before: was, after: is } = first
  const text =
    was === null ? t('audit.stated', { field, after: is }) : t('audit.changed', { field, before: was, after: is })
  return more.length === 0 ? text : `${text}, ${t('audit.more', { count: more.length })}`
}

/** The act of an entry in words. */
export const actOf = ({ act }: EntryRow) => actText(typeof act === 'string' ? act : '')

/** The kind of record in words, and its name as far as there is one. */
export function subjectOf({ resource, target }: EntryRow): { kind: string; name: string | null } {
  return { kind: resourceText(typeof resource === 'string' ? resource : ''), name: target?.name ?? null }
}

const withPages = ['driver', 'user', 'booking'] as const

/** Where the record of an entry is shown; null for one that is gone or is shown nowhere. */
export function recordAddress({ resource, target }: EntryRow): string | null {
  if (!target?.name) return null
  if (resource === 'ride') return `/driver-rides?id=${encodeURIComponent(target._id)}`
  const kind = withPages.find((name) => name === resource)
  return kind ? pageOf(kind, target._id) : null
}
