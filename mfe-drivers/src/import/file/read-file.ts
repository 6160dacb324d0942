import Papa from 'papaparse'
import { trimmed } from '@interline/shared/contract'
import { formatCount } from '@interline/shared/i18n'
import { formatBytes } from '../../edit/check-file.ts'
import { t } from '../import-messages.ts'

/** The records below the headings, with the rows that they have in a spreadsheet. */
export type CsvFile = {
  name: string
  headings: readonly string[]
  records: readonly { line: number; cells: readonly string[] }[]
}

/** The character that divides cells: the one that makes most of the headings. */
const signs = [',', ';', '\t']
const mostBytes = 5 * 1024 * 1024
const mostRows = 10_000
const mostColumns = 100

/** Why a file cannot be imported, as a sentence. */
export class FileError extends Error {}

/**
 * Reads a CSV file: UTF-8 with or without byte order mark; commas, semicolons, tabs, or what a first line such as
 * `sep=;` names. Blank lines may stand before the headings, and lines may end as they like. Throws `FileError`.
 */
export async function readCsv(file: File): Promise<CsvFile> {
  const { name } = file
  const fail = (problem: string, more: Record<string, string | number> = {}) =>
    new FileError(t(`problems.${problem}`, { file: name, ...more }))
  if (file.size > mostBytes) throw fail('size', { size: formatBytes(file.size) })
  const decoded = decode(await file.arrayBuffer())
  if (decoded === null) throw fail('encoding')
  const lines = decoded.replace(/\r\n?/g, '\n')
  // A spreadsheet reads this line, and counts it as none.
  const [named = '', delimiter = ''] = /^"?sep=([^"\n])"?\n/i.exec(lines) ?? []
  const [blank = ''] = /^[\s,;]*\n/.exec(lines.slice(named.length)) ?? []
  const first = blank.split('\n').length
  const parse = (delimiter: string, preview?: number) =>
    Papa.parse<string[]>(lines.slice(named.length + blank.length), { newline: '\n', delimiter, preview })
  const columns = (delimiter: string) => parse(delimiter, 1).data[0]?.length ?? 0
  const { data, errors } = parse(
    delimiter || signs.reduce((best, sign) => (columns(sign) > columns(best) ? sign : best)),
  )
  const open = errors.find(({ type }) => type === 'Quotes')
  if (open) throw fail('quotes', { row: (open.row ?? 0) + first })
  const [{ cells: headings } = { cells: [] }, ...records] = data.flatMap((cells, at) =>
    cells.every((cell) => trimmed(cell) === '') ? [] : [{ line: at + first, cells }],
  )
  if (records.length === 0) throw fail('blank')
  if (records.length > mostRows) throw fail('rows', { rows: formatCount(records.length) })
  if (headings.length > mostColumns) throw fail('columns')
  return { name, headings: headings.map(trimmed), records }
}

/** Null for what is not UTF-8, or no text. */
function decode(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? null : text
  } catch {
    return null
  }
}
