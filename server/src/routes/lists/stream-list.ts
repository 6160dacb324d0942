import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Answers `{success: true, data: […]}` batch by batch: a list of any length takes the memory of one batch. */
export async function streamList<Row>(
  reply: FastifyReply,
  batches: AsyncGenerator<Row[]>,
  toJson: (row: Row) => unknown,
) {
  // An error of the query is answered before the list begins.
  const first = await batches.next()
  const text = listText(first.done ? [] : first.value, batches, toJson)
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(Readable.from(text, { objectMode: false }))
}

async function* listText<Row>(
  first: Row[],
  rest: AsyncGenerator<Row[]>,
  toJson: (row: Row) => unknown,
): AsyncGenerator<string> {
  yield '{"success":true,"data":['
  let separator = ''
  const text = (rows: Row[]) => rows.map((row) => JSON.stringify(toJson(row))).join(',')
  if (first.length > 0) {
    yield text(first)
    separator = ','
  }
  for await (const rows of rest) {
    if (rows.length === 0) continue
    yield separator + text(rows)
    separator = ','
  }
  yield ']}'
}
