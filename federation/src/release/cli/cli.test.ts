import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveRemote } from '../../serve/serve-remote.ts'
import { builtRemote } from '../../testing/built-part.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { build, flipByte, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { pin } from '../commit/plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'

let store: ReleaseStore
const server = createServer((request, response) => serveRemote(store, 'drivers')(request, response))

const release = (...args: string[]) => releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'mara' }, ...args)

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve))
  store = storeOfThree({ drivers: `http://localhost:${(server.address() as AddressInfo).port}` })
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  putRemote(store, 'drivers', { version: '1.1.0', build: build(1), routes: ['/drivers', '/drivers/:id'] })
})
afterAll(() => void server.close())

describe('release, followed from the first pin to the last', () => {
  it('a dry run prints the difference and every check, and writes nothing', async () => {
    const log = readFileSync(join(store.folder, 'log.jsonl'), 'utf8')
    const { code, out } = await release('pin', 'drivers@1.1.0', '--reason', 'details', '--dry-run')
    expect(out).toContain('drivers: 1.0.0-000000000000 → 1.1.0-111111111111')
    expect(out).toContain('  + route /drivers/:id')
    expect(out).toMatch(/drivers +http +ok/)
    expect(out).toMatch(/drivers +backend calls +skipped +not compared: the API was not named/)
    expect(code).toBe(0)
    expect(store.releaseNumbers()).toEqual([1])
    expect(readFileSync(join(store.folder, 'log.jsonl'), 'utf8')).toBe(log)
  })

  it('a pin of what is not expected to be live is refused in JSON too', async () => {
    const json = await release('pin', 'drivers@1.1.0', '--reason', 'details', '--expect', '7', '--json')
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out)).toEqual({
      refused: [{ check: 'expected release', reason: expect.stringContaining('release 1 is live, not 7') as string }],
    })
  })

  it('of two managers who expect the same release one is done, the other refused', async () => {
    const both = await Promise.all(
      ['mine', 'yours'].map((reason) => release('pin', 'drivers@1.1.0', '--reason', reason, '--expect', '1')),
    )
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
    expect(both.find(({ code }) => code === 1)?.err).toMatch(/release 2 is live, not 1/)
    expect(store.live()?.number).toBe(2)
    expect(store.releaseNumbers()).toEqual([1, 2])
  })

  const ok = (part: string) => ({ part: expect.stringContaining(part) as string, check: 'files', state: 'ok' })
  const pinned = { remotes: { drivers: { descriptor: { version: '1.1.0' } } } }
  it.each<[string[], string, object]>([
    [['status'], '1.1.0-111111111111', { number: 2, ...pinned, failures: [], canary: null }],
    [['list', 'drivers'], 'live', { builds: [{ live: true }, { fallback: true }], notFetched: [] }],
    [['show', '2'], '1.1.0-111111111111', { number: 2, ...pinned }],
    [['show', 'drivers@1.1.0'], '1.1.0-111111111111', { name: 'drivers', version: '1.1.0', build: build(1) }],
    [['diff'], '1.1.0-111111111111', { parts: [{ part: 'drivers', to: '1.1.0-111111111111' }] }],
    [['diff', '1', '2'], '1.1.0-111111111111', { parts: [{ part: 'drivers', to: '1.1.0-111111111111' }] }],
    [
      ['log'],
      'mara: pin, release 2',
      { entries: ['publish', 'publish', 'pin', 'publish', 'pin'].map((action) => ({ action })) },
    ],
    [
      ['verify'],
      'drivers@1.1.0',
      { release: 2, checks: ['shell@1.0.0', 'drivers@1.1.0', 'drivers@1.0.0'].map((part) => ok(part)) },
    ],
  ])('%s says what there is, also as one JSON document', async (args, words, document) => {
    const [text, json] = await Promise.all([release(...args), release(...args, '--json')])
    expect([text.code, json.code, text.err + json.err]).toEqual([0, 0, ''])
    expect(text.out).toContain(words)
    expect(JSON.parse(json.out)).toMatchObject(document)
  })

  it('a byte flipped at the origin: the pin is refused and says which file, check and part', async () => {
    putRemote(store, 'drivers', { version: '1.2.0', build: build(2) })
    const file = join(store.folder, 'artifacts/drivers/1.2.0-222222222222/routes.1.js')
    flipByte(file, 4)
    const { code, out } = await release('pin', 'drivers@1.2.0', '--reason', 'x', '--json')
    expect(code).toBe(1)
    const { refused } = JSON.parse(out) as { refused: { part: string; check: string; reason: string }[] }
    expect(refused.map(({ part, check }) => `${part} ${check}`)).toEqual(['drivers files', 'drivers http'])
    expect(refused[1]?.reason).toMatch(/1\.2\.0-222222222222\/routes\.1\.js is not what the descriptor says/)
    expect((await release('pin', 'drivers@1.2.0', '--reason', 'x', '--offline')).err).toMatch(
      /drivers, files: routes\.1\.js/,
    )
    flipByte(file, 4)
  })

  it('a call that the API does not have is refused by name', async () => {
    const api = createServer((_, response) =>
      response.end(JSON.stringify({ paths: { '/api/v1/admin/drivers': { get: {} } } })),
    )
    await new Promise<void>((resolve) => api.listen(0, resolve))
    const requires = {
      shell: '^1.0.0',
      mfRuntime: '^2.9.2',
      shared: {},
      backend: ['GET /admin/drivers', 'POST /admin/fire-driver'],
    }
    putRemote(store, 'drivers', { version: '1.3.0', build: build(3), requires })
    const { code, err } = await release(
      'pin',
      'drivers@1.3.0',
      '--reason',
      'x',
      '--api',
      `http://localhost:${(api.address() as AddressInfo).port}`,
    )
    api.close()
    expect(code).toBe(1)
    expect(err).toMatch(/^release: drivers, backend calls: the API has no POST \/admin\/fire-driver\n/)
  })

  it('off works, and freeze refuses the rest with who, when and why', async () => {
    expect(await release('off', 'drivers', '--message', 'Back at noon')).toMatchObject({
      code: 0,
      out: expect.stringContaining('drivers: off: Back at noon') as string,
    })
    expect((await release('freeze', '--reason', 'audit week')).code).toBe(0)
    expect((await release('rollback', 'drivers')).err).toMatch(/frozen by mara since .*: audit week/)
  })

  it('unfreeze and on undo them', async () => {
    expect((await release('unfreeze', '--reason', 'done')).out).toMatch(/^unfrozen: the releases are frozen by mara/)
    expect((await release('freeze', '--reason', 'again', '--dry-run')).out).toMatch(
      /^would say: .* frozen by mara .*: again/,
    )
    expect((await release('on', 'drivers', '--reason', 'repaired')).code).toBe(0)
  })

  it('rollback and gc do what their dry run says', async () => {
    expect(JSON.parse((await release('rollback', 'drivers', '--dry-run', '--json')).out)).toMatchObject({
      dryRun: true,
      diff: { parts: [{ part: 'drivers', to: '1.0.0-000000000000' }] },
    })
    expect((await release('rollback')).out).toMatch(/release 5 is live: roll back to 1/)
    expect(JSON.parse((await release('gc', '--keep', '1', '--dry-run', '--json')).out)).toMatchObject({
      kept: [5],
      dryRun: true,
    })
  })

  it(
    'a canary is started, looked at, widened and promoted or aborted; each with a dry run that writes nothing',
    { timeout: 180_000 },
    async () => {
      const start = ['canary', 'start', 'drivers@1.1.0', '--percent', '5', '--reason', 'details']
      expect((await release(...start, '--dry-run')).out).toMatch(
        /drivers: 1\.0\.0-0+ → 1\.1\.0-1+[^]*nothing was written/,
      )
      expect(store.readPointer('canary.json')).toBeNull()
      expect((await release(...start)).out).toMatch(/^release 6 is a canary for 5 % of the administrators: details/)
      const status = await release('canary', 'status', '--admin', 'a1')
      expect(status.out).toMatch(
        /^release 6 is a canary of release 5 for 5 % of the administrators\n2\S+Z by mara: details\na1 gets release [56]: \d+\.\d\d of 100\n/,
      )
      expect((await release('status')).out).toContain(
        'release 6 is a canary of release 5 for 5 % of the administrators',
      )
      expect((await release('verify')).out).toMatch(/^release 5, canary 6/)
      expect((await release('canary', 'percent', '100', '--reason', 'fine so far')).out).toMatch(
        /release 7 is a canary for 100 %/,
      )
      expect((await release('canary', 'promote', '--reason', 'x', '--expect', '4')).err).toMatch(
        /release 5 is live, not 4/,
      )
      expect((await release('canary', 'promote', '--reason', 'good', '--dry-run', '--json')).code).toBe(0)
      expect(JSON.parse((await release('canary', 'status', '--json')).out)).toMatchObject({
        canary: { release: 7, percent: 100, of: 5, hold: null },
        failures: [],
        diff: { parts: [{ part: 'drivers' }] },
      })
      expect((await release('canary', 'abort', '--reason', 'not today')).out).toMatch(
        /release 7 is no canary any more; everybody gets release 5/,
      )
      expect((await release(...start)).code).toBe(0)
      expect((await release('canary', 'promote', '--reason', 'good')).out).toMatch(
        /release 9 is live: good[^]*the canary, release 8, has ended/,
      )
      expect((await release('diff')).out).toMatch(/^release 5 → 9/)
      expect((await release('rollback')).code).toBe(0)
    },
  )

  it('publish takes another build of a version when it says --rebuild', async () => {
    const folder = builtRemote('drivers', { build: build(9) })
    expect((await release('publish', folder, '--rebuild', '--dry-run')).out).toMatch(/can be published/)
    expect((await release('publish', folder, '--rebuild')).code).toBe(0)
  })

  it('an altered log and an altered file are refused by name', async () => {
    const log = join(store.folder, 'log.jsonl')
    writeFileSync(log, readFileSync(log, 'utf8').replace('audit week', 'holidays'))
    const altered = await release('log')
    expect(altered.code).toBe(1)
    expect(altered.err).toMatch(/log\.jsonl: entry \d+ was altered/)
    flipByte(join(store.folder, 'artifacts/drivers/1.0.0-000000000000/remote.1.js'))
    const { code, err } = await release('verify')
    expect(code).toBe(1)
    expect(err).toMatch(/drivers@1\.0\.0-000000000000, files: remote\.1\.js is not/)
  })

  it('what the machine refuses is one line that names the file, and one JSON document', async () => {
    const stray = join(store.folder, 'artifacts/notes.txt')
    writeFileSync(stray, 'of somebody')
    const { code, err } = await release('list')
    expect([code, err]).toEqual([
      1,
      `release: ${stray}: cannot be used (a file is where its folder should be); DATA_DIR is ${store.folder}\n`,
    ])
    expect(JSON.parse((await release('list', '--json')).out)).toEqual({
      refused: [{ reason: expect.stringContaining(stray) as string }],
    })
    rmSync(stray)
  })
})
