import { type ImportedRow, type ImportRow, importCellLength } from '@interline/shared/contract'
import { t } from '../import-messages.ts'
import type { Mapping } from './fields.ts'
import type { CsvFile } from './read-file.ts'

const problem = (line: number, field: string, message: string): ImportedRow => ({
  line,
  outcome: 'refused',
  driver: null,
  changes: [],
  problems: [{ field, message }],
  same: [],
  brings: [],
})

/** The rows to send, with the cells of the columns that are mapped, and those that cannot even be sent. */
export function toRows(
  { headings, records }: CsvFile,
  mapping: Mapping,
): { rows: ImportRow[]; refused: ImportedRow[] } {
  const rows: ImportRow[] = []
  const refused: ImportedRow[] = []
  for (const { line, cells } of records) {
    const mapped = mapping.flatMap((field, at) => (field === null ? [] : [[field, cells[at] ?? ''] as const]))
    const long = mapped.find(([, cell]) => cell.length > importCellLength)
    if (cells.slice(headings.length).some((cell) => cell !== ''))
      refused.push(problem(line, '', t('report.tooManyCells')))
    else if (long) refused.push(problem(line, long[0], t('report.tooLong')))
    else rows.push({ line, cells: Object.fromEntries(mapped) })
  }
  return { rows, refused }
}
