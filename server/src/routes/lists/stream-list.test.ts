import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { streamList } from './stream-list.ts'

async function answerTo(batches: AsyncGenerator<number[]>) {
  const app = Fastify()
  app.get('/', (_, reply) => streamList(reply, batches, (row) => row))
  const { statusCode, body } = await app.inject('/')
  await app.close()
  return { statusCode, body }
}

it.each<[string, number[][], string]>([
  ['no rows', [], '[]'],
  ['batches', [[1, 2], [3]], '[1,2,3]'],
  ['empty batches', [[], [1], [], [2], []], '[1,2]'],
])('streams %s as one list', async (_, batches, data) => {
  async function* read() {
    yield* batches
    await Promise.resolve()
  }
  expect(await answerTo(read())).toEqual({ statusCode: 200, body: `{"success":true,"data":${data}}` })
})

it('answers an error of the first batch before the list begins', async () => {
  // eslint-disable-next-line require-yield
  async function* read(): AsyncGenerator<number[]> {
    await Promise.resolve()
    throw Object.assign(new Error('busy'), { statusCode: 503 })
  }
  expect(await answerTo(read())).toMatchObject({ statusCode: 503, body: expect.stringContaining('busy') })
})
