import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { planCanary } from '../release/plan/canary.ts'
import { commit } from '../release/commit/commit.ts'
import { readLog } from '../release/audit/log.ts'
import { freeze, pin, rollback, switchOff, type ReleaseStore } from '../release/index.ts'
import type { History } from '../schema/index.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../testing/stored-parts.ts'
import { failInPages } from '../testing/page-reports.ts'
import { pageSettings } from '../testing/page-settings.ts'
import { serveShell } from './index.ts'

const servers: Server[] = []
let store: ReleaseStore
let origin: string
let requested: string[]
let apiAnswers: number
let apiUrl: string

async function listenAt(server: Server): Promise<string> {
  servers.push(server.listen(0))
  await once(server, 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

beforeEach(async () => {
  requested = []
  apiAnswers = 200
  const api = createServer(({ url, headers }, response) => {
    requested.push(`${url ?? ''} ${headers.authorization ?? ''}`)
    response.writeHead(headers.authorization === 'Bearer an-admin' ? apiAnswers : 401).end('{}')
  })
  apiUrl = await listenAt(api)
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers'), putRemote(store, 'users')], mara)
  origin = await listenAt(createServer(serveShell(store, pageSettings(apiUrl), () => undefined)))
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const get = (authorization: string | null = 'Bearer an-admin') =>
  fetch(`${origin}/release-history`, { headers: authorization === null ? {} : { authorization } })
const read = async () => (await (await get()).json()) as History

describe('the history', () => {
  it('says what is live, part by part, the freeze, and the log with the newest first', async () => {
    pin(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], { ...mara, reason: 'details' })
    switchOff(store, 'users', 'Back at noon', mara)
    freeze(store, { by: 'mara', reason: 'audit week' })
    const { live, canary, freeze: frozen, entries, broken } = await read()
    expect(live).toMatchObject({ number: 3, createdBy: 'mara' })
    expect(live.parts.map(({ part, version, fallback, off }) => [part, version, fallback, off])).toEqual([
      ['shell', '1.0.0-000000000000', null, null],
      ['drivers', '1.1.0-111111111111', '1.0.0-000000000000', null],
      ['users', '1.0.0-000000000000', null, 'Back at noon'],
    ])
    expect([canary, frozen?.reason, broken]).toEqual([null, 'audit week', null])
    expect(entries.slice(0, 3).map(({ action, release }) => [action, release])).toEqual([
      ['freeze', null],
      ['off', 3],
      ['pin', 2],
    ])
    expect(entries[2]).toEqual({
      number: 6,
      at: expect.any(String) as string,
      by: 'mara',
      action: 'pin',
      release: 2,
      reason: 'details',
      changes: [{ part: 'drivers', from: '1.0.0-000000000000', to: '1.1.0-111111111111' }],
    })
  })

  it('says what each group gets while a canary runs, and what pages reported of both releases', async () => {
    commit(store, planCanary(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], 12.5, mara))
    const { failures } = store.state
    const failed = { remote: 'drivers', version: '1.1.0-111111111111', phase: 'mount' } as const
    failInPages(failures, { ...failed, release: 2, message: 'no fleet' })
    failInPages(failures, { ...failed, release: 1, remote: 'users', message: 'gone' })
    const history = await read()
    expect(history.canary).toMatchObject({
      number: 2,
      percent: 12.5,
      held: null,
      changes: [{ part: 'drivers', from: '1.0.0-000000000000', to: '1.1.0-111111111111' }],
    })
    expect(history.failures.map(({ release, remote, count, message }) => [release, remote, count, message])).toEqual([
      [2, 'drivers', 1, 'no fleet'],
      [1, 'users', 1, 'gone'],
    ])
  })

  it('has the last 50 entries of the log, as they were written', async () => {
    pin(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], mara)
    for (let round = 0; round < 48; round += 1) rollback(store, 1 + (round % 2), mara)
    const written = readLog(store).entries.map(({ number, at }) => [number, at])
    const { entries } = await read()
    expect(entries.map(({ number, at }) => [number, at])).toEqual(written.slice(-50).reverse())
    expect(written.length).toBeGreaterThan(50)
  }, 120_000)
})

describe('who is not an administrator sees nothing of it', () => {
  it.each([
    ['no token', null, 401],
    ['another kind of credentials', 'Basic YTpi', 401],
    ['a token that the API refuses', 'Bearer a-rider', 401],
  ])('%s', async (_, authorization, status) => {
    const response = await get(authorization)
    expect([response.status, await response.json()]).toEqual([status, { title: 'Only an administrator may see this' }])
  })

  it('an API that cannot say is not a yes', async () => {
    apiAnswers = 500
    expect((await get()).status).toBe(502)
    apiAnswers = 200
    expect((await get()).status).toBe(200)
  })

  it('asks the API by a call of the specification, once a minute for a token', async () => {
    await get()
    await get()
    expect(requested).toEqual(['/api/v1/admin/dashboard/analysis Bearer an-admin'])
  })
})

it('says so where nothing is live yet', async () => {
  store = storeOfThree()
  origin = await listenAt(createServer(serveShell(store, pageSettings(apiUrl), () => undefined)))
  const response = await get()
  expect([response.status, await response.json()]).toEqual([404, { title: 'nothing is live yet' }])
})
