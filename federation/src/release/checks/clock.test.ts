import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { releaseWith } from '../../testing/release-command.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { pin } from '../commit/plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'

const minute = 60_000
let offBy = 0
let origin: string
let server: Server
let store: ReleaseStore

beforeEach(async () => {
  offBy = 0
  server = createServer((_, response) =>
    response.setHeader('date', new Date(Date.now() + offBy).toUTCString()).end('ok'),
  ).listen(0)
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  store = storeOfThree({ shell: 'http://localhost:1', drivers: origin })
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  pin(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], mara)
})
afterEach(() => server.close())

const release = (...args: string[]) => releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'mara' }, ...args)

describe.each([
  ['rollback', ['rollback']],
  ['renew', ['renew', '--reason', 'another term']],
])('%s', (_, args) => {
  it.each([-365 * 24 * 60 * minute, -6 * minute, 6 * minute, 365 * 24 * 60 * minute])(
    'is refused while the clock of an origin is %i ms off, naming both times and the origin',
    async (ms) => {
      offBy = ms
      const { code, err } = await release(...args)
      expect(code).toBe(1)
      const [, ours = '', named, theirs = ''] =
        /^release: drivers, clock: the clock of this machine says (\S+), that of (\S+) (\S+); set the one that is wrong$/m.exec(
          err,
        ) ?? []
      expect(named).toBe(origin)
      expect(Math.abs(Date.parse(theirs) - Date.parse(ours) - ms)).toBeLessThan(3000)
      expect(store.liveNumber()).toBe(2)
    },
  )

  it.each([-4 * minute, 0, 4 * minute])(
    'goes on when it is %i ms off; who does not answer is passed by',
    async (ms) => {
      offBy = ms
      expect(await release(...args)).toMatchObject({ code: 0 })
      expect(store.liveNumber()).toBe(3)
    },
  )
})

it('a pin is refused for it, also as a dry run, unless it asks no origin at all', async () => {
  offBy = -10 * minute
  const args = ['pin', 'drivers@1.0.0', '--reason', 'back', '--offline']
  const online = await release(...args.slice(0, -1), '--dry-run')
  expect(online.out).toMatch(/drivers +clock +refused +the clock of this machine says/)
  expect(await release(...args)).toMatchObject({ code: 0 })
})

it('a remote is switched off at once, whatever its origin says', async () => {
  offBy = -10 * minute
  expect(await release('off', 'drivers', '--message', 'Back at noon')).toMatchObject({ code: 0 })
})
