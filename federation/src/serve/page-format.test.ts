import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pin, type ReleaseStore } from '../release/index.ts'
import type { Release } from '../schema/index.ts'
import { mara, putRemote, putShell, storeOfThree } from '../testing/stored-parts.ts'
import { pageSettings } from '../testing/page-settings.ts'
import { serveShell } from './index.ts'

let store: ReleaseStore
let first: Release
let server: Server
let origin: string
const warnings: string[] = []
const reason =
  'release 2 is not served: shell@1.0.0-000000000000 reads page format 2, and this version of Interline writes page format 1'

beforeEach(async () => {
  warnings.length = 0
  store = storeOfThree()
  first = pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  server = createServer(serveShell(store, pageSettings(), (line) => warnings.push(line))).listen(0)
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterEach(() => void server.close())

/** The first release again, with a shell that reads this page format. */
const withFormat = (number: number, format: number) => ({
  ...first,
  number,
  shell: { ...first.shell, descriptor: { ...first.shell.descriptor, pageFormat: format } },
})
const answer = async (path: string) => {
  const response = await fetch(origin + path, { headers: { accept: 'text/html' } })
  return [response.status, await response.text()] as const
}
const served = async () =>
  (JSON.parse(/id="interline-release">(.*?)<\/script>/.exec((await answer('/drivers'))[1])?.[1] ?? '{}') as Release)
    .number

it('a live release whose shell reads another page is not served, and the body says why', async () => {
  store.putRelease(withFormat(2, 2))
  expect(await answer('/drivers')).toEqual([503, 'the live release is refused; nothing is served of it'])
  expect(await answer('/healthz')).toEqual([503, reason])
  expect(warnings).toEqual([reason])
})

it('the last one that was served goes on, until a release is live that can be', async () => {
  expect(await served()).toBe(1)
  store.putRelease(withFormat(2, 2))
  expect([await served(), await served(), await answer('/healthz')]).toEqual([
    1,
    1,
    [200, `${reason}; release 1 is served on`],
  ])
  expect(await answer('/live-release')).toEqual([200, '{"number":1}'])
  expect(warnings).toEqual([`${reason}; release 1 is served on`])
  store.putRelease(withFormat(3, 1))
  expect(await served()).toBe(3)
})

it('a canary whose shell reads another page is served to nobody; the live release is', async () => {
  store.putRelease({ ...withFormat(2, 2), canary: { of: 1, percent: 100, salt: '0'.repeat(24) } })
  expect(await served()).toBe(1)
  expect(warnings).toEqual([reason])
})
