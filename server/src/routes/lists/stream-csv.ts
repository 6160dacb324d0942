import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../../database/tables.ts'
import { recordAct } from '../../repositories/audit.ts'
import { actorOf } from '../../http/access.ts'

/** The columns of a CSV file: the heading of each and its value in a row. */
export type CsvColumns<Row> = Record<string, (row: Row) => string | number | boolean | null | undefined>

/** Cents as dollars with both decimals. */
export const dollarText = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2))

/** The response schema of a CSV file, for the documentation. */
export const csvFile: object = { 200: { content: { 'text/csv': { schema: z.string() } } } }

const byteOrderMark = '\uFEFF'
// Cells that begin like a formula, also after blanks and after a separator: a spreadsheet whose decimals have commas
// splits lines at semicolons, even inside quotes.
const formula = /((?:^|[;\t|])[\s"\u200B\uFEFF]*)(?=[=+\-@＝＋－＠])/gu
// RFC 4180. An apostrophe before a cell keeps a spreadsheet from running it as a formula.
const options = {
  record_delimiter: 'windows',
  escape_formulas: true,
  cast: {
    boolean: (value: boolean) => (value ? 'yes' : 'no'),
    string: (value: string) => value.replace(formula, "$1'"),
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
  // An error of the query is answered before the file begins.
  const first = await batches.next()
  await recordAct(db, {
    actor: actorOf(request),
    act: 'export',
    resource: name,
    after: Object(request.query) as object,
  })
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(csvText(first.done ? [] : first.value, batches, columns), { objectMode: false }))
}

async function* csvText<Row>(
  first: Row[],
  rest: AsyncGenerator<Row[]>,
  columns: CsvColumns<Row>,
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  const lines = (rows: Row[]) =>
    stringify(
      rows.map((row) => cells.map((cell) => cell(row))),
      options,
    )
  yield byteOrderMark + stringify([Object.keys(columns)], options) + lines(first)
  for await (const rows of rest) yield lines(rows)
}
