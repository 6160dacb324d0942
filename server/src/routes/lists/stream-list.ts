import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Answers `{success: true, data: […]}` batch by batch: a list of any length takes the memory of one batch. */
export async function streamList<Row>(
  reply: FastifyReply,
  batches: AsyncGenerator<Row[]>,
  toJson: (row: Row) => unknown,
) {
  const text = listText(await begun(batches), toJson)
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(Readable.from(text, { objectMode: false }))
}

/** Reads the first batch: an error of the query is answered before the body begins. */
export async function begun<Row>(batches: AsyncGenerator<Row[]>): Promise<AsyncGenerator<Row[]>> {
  const first = await batches.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* batches
  })()
}

async function* listText<Row>(batches: AsyncGenerator<Row[]>, toJson: (row: Row) => unknown): AsyncGenerator<string> {
  yield '{"success":true,"data":['
  let separator = ''
  for await (const rows of batches) {
    if (rows.length === 0) continue
    yield separator + rows.map((row) => JSON.stringify(toJson(row))).join(',')
    separator = ','
  }
  yield ']}'
}
