import Papa from 'papaparse'
import { formatCount, trimmed } from '@interline/shared/i18n'
import { formatBytes } from '../../edit/check-file.ts'
import { t } from '../import-messages.ts'

/** The records below the headings, with the rows that they have in a spreadsheet, which counts the headings as 1. */
export type CsvFile = {
  name: string
  headings: readonly string[]
  records: readonly { line: number; cells: readonly string[] }[]
}

const mostBytes = 5 * 1024 * 1024
const mostRows = 10_000
const mostColumns = 100

/** Why a file cannot be imported, as a sentence. */
export class FileError extends Error {}

/** Reads a CSV file: UTF-8 with or without byte order mark; commas, semicolons or tabs. Throws `FileError`. */
export async function readCsv(file: File): Promise<CsvFile> {
  const { name } = file
  const fail = (problem: string, more: Record<string, string | number> = {}) =>
    new FileError(t(`problems.${problem}`, { file: name, ...more }))
  if (file.size > mostBytes) throw fail('size', { size: formatBytes(file.size) })
  const text = decode(await file.arrayBuffer())
  if (text === null) throw fail('encoding')
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] })
  const open = errors.find(({ type }) => type === 'Quotes')
  if (open) throw fail('quotes', { row: (open.row ?? 0) + 1 })
  const [headings = [], ...rows] = data
  const records = rows.flatMap((cells, at) =>
    cells.every((cell) => trimmed(cell) === '') ? [] : [{ line: at + 2, cells }],
  )
  if (records.length === 0) throw fail('blank')
  if (records.length > mostRows) throw fail('rows', { rows: formatCount(records.length) })
  if (headings.length > mostColumns) throw fail('columns')
  return { name, headings: headings.map((heading) => heading.trim()), records }
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
