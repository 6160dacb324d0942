import { messages } from '../../i18n/messages.ts'
import { formatCount } from '../../i18n/formats.ts'
import english from './bulk.en.json'

// Loaded with the selection, not with the lists.
export const t = messages('bulk', english)

/** A text with a number of rows in it. */
export const counted = (key: string, count: number, values: Readonly<Record<string, string>> = {}) =>
  t(key, { ...values, count, total: formatCount(count) })
