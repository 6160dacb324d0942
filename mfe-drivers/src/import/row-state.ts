import type { ImportedRow, ImportRow } from '@interline/shared/contract'

/** A row of the file: what the check said of it, and what the import did, once it has. */
export type RowState = { row: ImportRow; checked: ImportedRow; made?: ImportedRow }

/** `open` is a row that is to be imported and was not yet. */
export type Outcome = ImportedRow['outcome'] | 'open'

const isToDo = ({ outcome }: ImportedRow) => outcome === 'create' || outcome === 'change'

/** The rows that an import still has to do, as they are sent. */
export const rowsToImport = (states: readonly RowState[]): ImportRow[] =>
  states
    .filter(({ checked, made }) => !made && isToDo(checked))
    .map(({ row, checked }) => (checked.driver ? { ...row, revision: checked.driver.revision } : row))

/** Rows that somebody else changed between check and import. */
export const rowsToCheckAgain = (states: readonly RowState[]): ImportRow[] =>
  states.filter(({ made }) => made?.problems.some(({ field }) => field === 'revision')).map(({ row }) => row)

export const outcomeOf = ({ checked, made }: RowState, isMade: boolean): Outcome =>
  made?.outcome ?? (isMade && isToDo(checked) ? 'open' : checked.outcome)

/**
 * Rows that bring what an earlier row of the file brings are duplicates of it. The server says so of rows of one call;
 * here it is found out of all.
 */
export function markRepeated(rows: readonly ImportedRow[]): ImportedRow[] {
  const lines = new Map<string, number>()
  return rows.map((row) => {
    const same = row.brings.flatMap(({ field, value }) => {
      const line = lines.get(`${field} ${value}`)
      return line === undefined ? [] : [{ field, driver: null, line }]
    })
    if (same.length > 0) return { ...row, outcome: 'duplicate', changes: [], brings: [], same }
    for (const { field, value } of row.brings) lines.set(`${field} ${value}`, row.line)
    return row
  })
}
