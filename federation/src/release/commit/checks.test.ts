import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { flipByte, mara, putRemote, putShell, storeOfThree, build } from '../../testing/stored-parts.ts'
import { builtRemote } from '../../testing/built-part.ts'
import { planPin } from '../plan/pin.ts'
import { pin } from './plan-and-commit.ts'
import { publish } from '../artifacts/publish.ts'
import { lackingCalls, readApi } from '../checks/backend.ts'
import { checkPlan } from '../checks/check-plan.ts'
import { violationsOf } from '../report/check-report.ts'

const withCalls = (backend: string[]) => ({ requires: { shell: '^1.0.0', mfRuntime: '^2.9.2', shared: {}, backend } })

async function apiOf(document: unknown, status = 200) {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document)),
  )
  await new Promise<void>((resolve) => server.listen(0, resolve))
  try {
    return await readApi(`http://localhost:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
  }
}

describe('a pin', () => {
  it('says every check by part, name and result', () => {
    const store = storeOfThree()
    const plan = planPin(store, [putShell(store), putRemote(store, 'drivers')], mara)
    const rows = checkPlan(store, plan).map(({ part, check, state }) => `${part} ${check} ${state}`)
    expect(rows).toEqual([
      'shell page format ok',
      ...['name', 'shell range', 'runtime range', 'shared ranges', 'routes', 'globals'].map(
        (check) => `drivers ${check} ok`,
      ),
      ...['hashes', 'files', 'chunk names'].map((check) => `shell ${check} ok`),
      'shell size ok',
      ...['hashes', 'files', 'chunk names', 'styles'].map((check) => `drivers ${check} ok`),
      'drivers size ok',
      'drivers skew skipped',
    ])
    expect(store.live()).toBeNull()
  })

  it('is refused with part, check and reason for each of several', () => {
    const store = storeOfThree()
    pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
    const users = putRemote(store, 'users', { routes: ['/Drivers/'], entry: { file: 'remote.1.js', global: 'users' } })
    flipByte(join(store.artifactPath(users), 'routes.1.js'))
    const refused = violationsOf(checkPlan(store, planPin(store, [users], mara)))
    expect(refused.map(({ part, check, reason }) => `${part}, ${check}: ${reason}`)).toEqual([
      'users, routes: its route /Drivers/ is taken by drivers',
      'users, globals: its global users does not carry its build id 000000000000: two builds of it in one tab would share it',
      expect.stringMatching(/^users, files: routes\.1\.js is not what the descriptor says/),
      'users, chunk names: remote.1.js does not fill users',
    ])
    expect(() => pin(store, [users], mara)).toThrow(/cannot be released together:\n {2}users, routes/)
  })

  it.each([
    [
      'the list of chunks of all its builds',
      'var drivers_000000000000 = self.webpackChunkdrivers = []',
      'its list of chunks webpackChunkdrivers does not carry its build id 000000000000: other builds share it; set output.uniqueName',
    ],
    [
      'webpack’s own list of chunks',
      'var drivers_000000000000 = self["webpackChunk"] = []',
      'its list of chunks webpackChunk does not carry its build id 000000000000: other builds share it; set output.uniqueName',
    ],
    [
      'another global than its descriptor says',
      'var drivers = self.webpackChunkdrivers_000000000000 = []',
      'remote.1.js does not fill drivers_000000000000',
    ],
  ])('of a build whose entry fills %s is refused', (_, entry, reason) => {
    const store = storeOfThree()
    const { descriptor } = publish(store, builtRemote('drivers', {}, { 'remote.1.js': entry }))
    expect(violationsOf(checkPlan(store, planPin(store, [putShell(store), descriptor], mara)))).toEqual([
      { part: 'drivers', check: 'chunk names', reason },
    ])
  })

  it.each(['/', '/releases', '/error-404/', '/dashboard/default/:mine', '/metrics', '/Healthz', '/release-history'])(
    'whose route %s is the shell’s is refused',
    (route) => {
      const store = storeOfThree()
      const shell = putShell(store, { routes: ['/', '/releases', '/error-404', '/dashboard/default/:layout'] })
      const refused = violationsOf(
        checkPlan(store, planPin(store, [shell, putRemote(store, 'drivers', { routes: ['/drivers', route] })], mara)),
      )
      expect(refused).toEqual([
        { part: 'drivers', check: 'routes', reason: `its route ${route} is taken by the shell` },
      ])
    },
  )

  it('of what is live already reads its files again', () => {
    const store = storeOfThree()
    const drivers = putRemote(store, 'drivers')
    pin(store, [putShell(store), drivers], mara)
    flipByte(join(store.artifactPath(drivers), 'remote.1.js'))
    expect(() => pin(store, [drivers], mara)).toThrow(/drivers, files: remote\.1\.js/)
  })

  it('has no fallback whose files were altered', () => {
    const store = storeOfThree()
    const first = putRemote(store, 'drivers')
    pin(store, [putShell(store), first], mara)
    flipByte(join(store.artifactPath(first), 'remote.1.js'))
    expect(pin(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], mara).fallbacks).toEqual({})
  })
})

describe('backend calls', () => {
  const store = storeOfThree()
  const calling = (calls: string[]) =>
    putRemote(store, 'drivers', { ...withCalls(calls), version: `1.0.${store.artifacts('drivers').length}` })

  it('are those of the API’s own document; {id} is any one parameter', async () => {
    const api = await apiOf({
      paths: { '/api/v1/admin/drivers': { get: {} }, '/api/v1/user/chats/{chatId}': { get: {}, parameters: [] } },
    })
    expect(lackingCalls(calling(['GET /admin/drivers', 'GET /user/chats/{id}']), api)).toEqual([])
    expect(
      lackingCalls(
        calling(['POST /admin/drivers', 'GET /user/chats', 'GET /user/{a}/{b}', 'GET /user/chats/seen']),
        api,
      ),
    ).toEqual([
      'the API has no POST /admin/drivers',
      'the API has no GET /user/chats',
      'the API has no GET /user/{a}/{b}',
      'the API has no GET /user/chats/seen',
    ])
  })

  it('are found below the path of the document’s server', async () => {
    const api = await apiOf({ servers: [{ url: 'https://api.test/api/v1' }], paths: { '/admin/drivers': { get: {} } } })
    expect(lackingCalls(calling(['GET /admin/drivers']), api)).toEqual([])
  })

  it.each<[string, unknown, number, RegExp]>([
    ['is missing', {}, 404, /\/docs\/json answers 404/],
    ['is something else', { hello: 1 }, 200, /is no OpenAPI document that can be read \(paths are missing\)/],
  ])('are refused when the document %s', async (_, document, status, reason) => {
    expect(lackingCalls(calling(['GET /admin/drivers']), await apiOf(document, status)).join()).toMatch(reason)
  })
})
