import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../database/tables.ts'
import { recordAct } from '../repositories/audit.ts'
import { callerOf } from './access.ts'

/** A table as a spreadsheet reads it: the heading of each column and what stands below. */
export type CsvColumns<Row> = Record<string, (row: Row) => string | number | boolean | null | undefined>

/** Cents as dollars with both decimals. */
export const dollarText = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2))

/** What the documentation says of such an answer. */
export const csvFile: object = { 200: { content: { 'text/csv': { schema: z.string() } } } }

const byteOrderMark = '\uFEFF'
// What begins like a formula, after blanks too, and after a separator: where commas are for decimals, a spreadsheet splits lines at semicolons, whatever is quoted.
const formula = /((?:^|[;\t|])[\s"\u200B\uFEFF]*)(?=[=+\-@＝＋－＠])/gu
// RFC 4180; cells that a spreadsheet would take for a formula begin with an apostrophe.
const options = {
  record_delimiter: 'windows', escape_formulas: true,
  cast: { boolean: (value: boolean) => (value ? 'yes' : 'no'), string: (value: string) => value.replace(formula, "$1'") },
} as const

type Asked = { db: Database; request: FastifyRequest; reply: FastifyReply }

/** Answers with a file of rows, batch by batch as fast as they are taken, and stops when the client goes away. Who took which rows is in the audit. */
export async function streamCsv<Row>({ db, request, reply }: Asked, name: string, batches: AsyncGenerator<Row[]>, columns: CsvColumns<Row>) {
  // What is wrong with the query is said before the file begins.
  const first = await batches.next()
  await recordAct(db, { actorId: callerOf(request)._id, act: 'export', noun: name, after: Object(request.query) as object })
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(csvText(first.done ? [] : first.value, batches, columns), { objectMode: false }))
}

async function* csvText<Row>(first: Row[], rest: AsyncGenerator<Row[]>, columns: CsvColumns<Row>): AsyncGenerator<string> {
  const cells = Object.values(columns)
  const lines = (rows: Row[]) => stringify(rows.map((row) => cells.map((cell) => cell(row))), options)
  yield byteOrderMark + stringify([Object.keys(columns)], options) + lines(first)
  for await (const rows of rest) yield lines(rows)
}
