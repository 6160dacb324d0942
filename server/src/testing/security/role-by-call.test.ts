import { METHODS } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problem } from '@interline/shared/contract/schemas'
import { startTestServer, type TestServer } from '../test-server.ts'
import { kinds } from './people.ts'
import { routesOf } from './routes.ts'
import { isLong, isWhole } from './seed.ts'
import { openTally } from './tally.ts'
import { whoMayCall } from './who-may.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer('PGlite', { DEMO_ROWS: '10' })))
afterAll(() => server.close())

const paths = [...new Set(Object.keys(whoMayCall).map((route) => route.split(' ')[1] ?? ''))]
const few = ['GET', 'POST', 'DELETE', 'OPTIONS']
const usual = isLong ? [...few, 'HEAD', 'PUT', 'PATCH', 'TRACE', 'QUERY'] : few
const methods = METHODS.filter((method) => method !== 'CONNECT' && (isWhole || usual.includes(method)))
/** A method without a route is answered the same to everybody: `npm test` tries it as two kinds of people. */
const triesAll = new Set(['nobody', 'owner'])
/** The parameters of a path, as somebody fills them in who tries doors. */
const filledIn = (path: string) => path.replace(':id', 'abc').replace(':name', 'abc').replace('*', 'abc')

const refusals = ['This is not for your role', 'Your role may not do this']

/** A path without a route for the method can be one with an id in it for another. */
const whoOf = (method: string, path: string) =>
  whoMayCall[`${method} ${path}`] ?? whoMayCall[`${method} ${path.replace('/mark-seen', '/:id')}`]

describe('role × call × method', () => {
  it('says of every route who may call it', () => {
    expect(Object.keys(whoMayCall).sort()).toEqual(routesOf(server.app).sort())
  })

  it.for(paths)('%s lets in who may, and nobody else', async (path, { task }) => {
    const tally = openTally(task)
    for (const { name, group, headers } of kinds)
      for (const method of methods) {
        const who = whoOf(method === 'HEAD' ? 'GET' : method, path)
        if (who === undefined && !isLong && !isWhole && !triesAll.has(name)) continue
        const answer = await server.app.inject({
          method: method as 'GET',
          url: filledIn(path),
          headers: await headers(server.db),
        })
        const { statusCode } = answer
        const isProblem = String(answer.headers['content-type']).startsWith('application/problem+json')
        const body = isProblem && answer.body !== '' ? problem.safeParse(answer.json()) : undefined
        const isRefused =
          (method === 'HEAD' || body?.data?.status === statusCode) && answer.headers['x-request-id'] !== undefined
        const describe = () => `${name}: ${method} ${path} → ${statusCode} ${answer.body.slice(0, 200)}`
        if (method === 'OPTIONS') tally.count(statusCode === 204 && answer.body === '', describe)
        else if (who === undefined) tally.count(isRefused && [400, 404].includes(statusCode), describe)
        else if (who === 'anybody' || (group && who.includes(group)))
          tally.count(statusCode < 500 && statusCode !== 401 && !refusals.includes(body?.data?.title ?? ''), describe)
        else tally.count(isRefused && statusCode === (group ? 403 : 401), describe)
      }
    tally.close()
  })
})
