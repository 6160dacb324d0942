import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Answers `{success: true, data: […]}` batch by batch: a list of any length takes the memory of one batch. */
export function streamList<Row>(reply: FastifyReply, batches: AsyncIterable<Row[]>, toJson: (row: Row) => unknown) {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(Readable.from(listText(batches, toJson), { objectMode: false }))
}

async function* listText<Row>(batches: AsyncIterable<Row[]>, toJson: (row: Row) => unknown): AsyncGenerator<string> {
  yield '{"success":true,"data":['
  let separator = ''
  for await (const rows of batches) {
    yield separator + rows.map((row) => JSON.stringify(toJson(row))).join(',')
    separator = ','
  }
  yield ']}'
}
