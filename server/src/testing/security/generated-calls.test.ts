import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSession } from '../../auth/sessions.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { checkGenerated } from './check-generated.ts'
import { readOperations, whyUndocumented, type Operation } from './document.ts'
import { readHeldOut, readKnown } from './held-out.ts'
import { peopleOf, roles, type Person } from './people.ts'
import { requestsOf, type GeneratedRequest } from './requests.ts'
import { isLong, isWhole, seed } from './seed.ts'
import { openTally } from './tally.ts'

/** Cases of each operation; the whole run makes it twice, with two seeds. */
const runs = isWhole ? 500 : isLong ? 25 : 10

let server: TestServer
let operations: Operation[]
let known: Awaited<ReturnType<typeof readKnown>>
let untouched: string
let callers: Person[]
let calls = 0
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '40' })
  operations = await readOperations(server)
  known = await readKnown(server.db)
  untouched = await readHeldOut(server.db)
  callers = (await Promise.all(roles.map((role) => peopleOf(server.db, role, role === 'admin' ? 1 : 15)))).flat()
})
afterAll(() => server.close())

/** Sessions are made anew now and then: some calls end them. */
async function sessions() {
  const tokens: Record<string, string[]> = { nobody: [''] }
  for (const { _id, role } of callers) (tokens[role] ??= []).push(await startSession(server.db, _id, false))
  return tokens
}

async function send({ method, url, headers, body, role, place }: GeneratedRequest, tokens: Record<string, string[]>) {
  calls += 1
  const token = tokens[role]?.[place % (tokens[role]?.length ?? 1)] ?? ''
  const response = await server.app.inject({
    method,
    url,
    // Limits count by address: each call comes from another one.
    remoteAddress: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { payload: body }),
  })
  const isCompressed = response.headers['content-encoding'] === 'gzip'
  const text = isCompressed ? gunzipSync(response.rawPayload).toString() : response.body
  return { status: response.statusCode, headers: response.headers as Record<string, unknown>, text }
}

describe('generated calls', () => {
  it('get an answer of the document, none of it a 5xx', async ({ task }) => {
    process.stdout.write(`seed of the generated calls: ${seed}\n`)
    const tally = openTally(task)
    const statuses: Record<number, number> = {}
    for (const operation of operations) {
      const ends = operation.path.endsWith('/logout')
      let tokens = await sessions()
      let made = 0
      const property = fc.asyncProperty(requestsOf(operation, known), async (request) => {
        if (ends || ++made % 100 === 0) tokens = await sessions()
        const answer = await send(request, tokens)
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        const why = whyUndocumented(operation, answer)
        const describe = () =>
          `${request.method} ${request.url} ${JSON.stringify(request.headers)} ${request.body?.toString().slice(0, 300)}: ${why} (${answer.status} ${answer.text.slice(0, 200)})`
        tally.count(why === undefined, describe)
        if (why !== undefined) throw new Error(describe())
      })
      await checkGenerated(tally, property, ends ? Math.ceil(runs / 10) : runs)
    }
    process.stdout.write(`statuses of the generated calls: ${JSON.stringify(statuses)}\n`)
    tally.close()
  }, 1_200_000)

  it('change nothing of records that they did not name', async () => {
    expect(await readHeldOut(server.db)).toBe(untouched)
  })

  it('leave no error of ours in the log, and the server well', async () => {
    expect(server.logLines.filter((line) => line.includes('"level":50')).slice(0, 3)).toEqual([])
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  })
})
