import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { wallClock } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import { auditExport } from './audit-reads.ts'
import { withoutFormula } from './csv-text.ts'
import { begun } from './stream-list.ts'

/**
 * The columns of a CSV file: the heading of each and its value in a row. A `time` is written as the clocks of the time
 * zone `tz` of the call show it, which then stands in its heading; without `tz` in UTC, as ISO 8601.
 */
export type CsvColumns<Row> = Record<string, CsvCell<Row> | { time: (row: Row) => Date }>
type CsvCell<Row> = (row: Row) => string | number | boolean | null | undefined

/** Cents as dollars with both decimals. */
export const dollarText = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2))

/** The response schema of a CSV file, for the documentation. */
export const csvFile: object = { 200: { content: { 'text/csv': { schema: z.string() } } } }

const byteOrderMark = '\uFEFF'
// RFC 4180. An apostrophe before a cell keeps a spreadsheet from running it as a formula.
const options = {
  record_delimiter: 'windows',
  escape_formulas: true,
  cast: {
    boolean: (value: boolean) => (value ? 'yes' : 'no'),
    string: withoutFormula,
  },
} as const

type Call = { db: Database; request: FastifyRequest; reply: FastifyReply }

/**
 * Answers with a CSV file, batch by batch as fast as the client reads, and stops when the client goes away. The audit
 * records who took which rows.
 */
export async function streamCsv<Row>(
  { db, request, reply }: Call,
  name: string,
  batches: AsyncGenerator<Row[]>,
  columns: CsvColumns<Row>,
) {
  const rows = await begun(batches)
  await auditExport({ db }, request, name, Object(request.query) as object)
  const cells = cellsOf(columns, (request.query as { tz?: string }).tz)
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(csvText(rows, cells), { objectMode: false }))
}

/** The columns with their headings as they stand in the file. */
function cellsOf<Row>(columns: CsvColumns<Row>, timeZone: string | undefined): Map<string, CsvCell<Row>> {
  const entries = Object.entries(columns).map(([heading, column]): [string, CsvCell<Row>] => {
    if (typeof column === 'function') return [heading, column]
    if (timeZone === undefined) return [heading, (row) => column.time(row).toISOString()]
    return [`${heading} (${timeZone})`, (row) => clockText(column.time(row), timeZone)]
  })
  return new Map(entries)
}

/** As every spreadsheet reads a time: `2024-05-01 07:05`. */
function clockText(time: Date, timeZone: string): string | null {
  const clock = wallClock(time, timeZone)
  if (clock === null) return null
  return `${clock.year}-${clock.month}-${clock.day} ${String(clock.hour).padStart(2, '0')}:${clock.minute}`
}

async function* csvText<Row>(batches: AsyncGenerator<Row[]>, cells: Map<string, CsvCell<Row>>): AsyncGenerator<string> {
  const lines = (rows: unknown[][]) => stringify(rows, options)
  yield byteOrderMark + lines([[...cells.keys()]])
  for await (const rows of batches) yield lines(rows.map((row) => [...cells.values()].map((cell) => cell(row))))
}
