import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { commit } from '../release/commit/commit.ts'
import { pin } from '../release/index.ts'
import { planCanary } from '../release/plan/canary.ts'
import { flipByte, mara, newStore, putRemote, putShell, storeOfThree } from '../testing/stored-parts.ts'
import { warnOnStderr } from './http/guard.ts'
import { serveShell } from './index.ts'
import { readMetricsToken, readPageSettings } from './page/page-settings.ts'

const env = { API_URL: 'http://localhost:4000' }
const token = 'a-token-of-the-operator'

async function statusOf(set: string | undefined, headers: Record<string, string>, host = '127.0.0.1') {
  const server = createServer(serveShell(newStore(), readPageSettings(env), () => undefined, set)).listen(0)
  await once(server, 'listening')
  const answer = await fetch(`http://${host}:${(server.address() as AddressInfo).port}/metrics`, { headers })
  server.close()
  return answer.status
}

it.each<[who: string, set: string | undefined, headers: Record<string, string>, status: number]>([
  ['from this machine', undefined, {}, 200],
  ['through a proxy on this machine', undefined, { 'x-forwarded-for': '127.0.0.1' }, 403],
  ['through one that says it otherwise', undefined, { forwarded: 'for=127.0.0.1' }, 403],
  ['with the token', token, { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' }, 200],
  ['with another token', token, { authorization: `Bearer ${token}x` }, 403],
  ['without the token, from this machine', token, {}, 403],
])('the metrics asked for %s', async (_, set, headers, status) => {
  expect(await statusOf(set, headers)).toBe(status)
})

const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address
it('the metrics are not read over the network without a token', async ({ skip }) => {
  skip(!outside, 'this machine has no address in a network')
  expect(await statusOf(undefined, {}, outside)).toBe(403)
})

it('says whether the live release is refused, and which one is served', async () => {
  const store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  const server = createServer(serveShell(store, readPageSettings(env), () => undefined)).listen(0)
  await once(server, 'listening')
  const metrics = async () => (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`)).text()
  const served = /\ninterline_live_release (\d+)\n[^]*\ninterline_release_refused (\d)\n/
  expect(served.exec(await metrics())?.slice(1)).toEqual(['1', '0'])
  pin(store, [putRemote(store, 'users')], mara)
  flipByte(join(store.folder, 'releases/2.json'), 40)
  expect(served.exec(await metrics())?.slice(1)).toEqual(['1', '1'])
  server.close()
})

const damages: [how: string, damage: (file: string) => void][] = [
  ['is no JSON', (file) => writeFileSync(file, '{"release": 1')],
  ['is empty', (file) => writeFileSync(file, '')],
  ['is a folder', (file) => mkdirSync(join(file, 'in it'), { recursive: true })],
]
const files = ['live.json', 'canary.json', 'releases/1.json', 'releases/1.sig.json', 'releases/2.json', 'freeze.json']
files.push(
  'log.jsonl',
  'origins.json',
  'stores.json',
  'origin-state/failures.jsonl',
  'origin-state/held.json',
  'origin-state/loads/secret',
)

it.each(
  [...files, 'origin-state/served'].flatMap((file) => damages.map(([how, damage]) => [file, how, damage] as const)),
)('answers with all that can be known while %s %s, and says so', async (file, how, damage) => {
  const store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  commit(store, planCanary(store, [putRemote(store, 'users')], 5, mara))
  const server = createServer(serveShell(store, readPageSettings(env), () => undefined)).listen(0)
  await once(server, 'listening')
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect((await fetch(`${at}/`)).status).toBe(200)
  const before = await (await fetch(`${at}/metrics`)).text()
  rmSync(join(store.folder, file), { force: true, recursive: true })
  damage(join(store.folder, file))
  const answer = await fetch(`${at}/metrics`)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect((await fetch(`${at}/healthz`)).status).toBe(200)
  const names = (metrics: string) => metrics.split('\n').filter((line) => line.startsWith('# TYPE'))
  expect(names(text)).toEqual(names(before))
  expect(text).toContain('\ninterline_live_release 1\n')
  const damaged = [...text.matchAll(/\ninterline_file_damaged\{file="([^"]*)"\} 1/g)].map(([, name]) => name)
  // A log without entries is whole, lines of failures that were cut off are left out, and numbers stay readable.
  const isWhole = (how === 'is empty' && /log/.test(file)) || (how === 'is a folder' ? /served/ : /failures/).test(file)
  expect(damaged).toEqual(isWhole ? [] : [file.replace('origin-state/', '').replace('.sig.json', '.json')])
  server.close()
})

it('the token is long enough to be one, and no page has it', () => {
  expect(() => readMetricsToken({ ...env, METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN: must have at least 16')
  expect(readMetricsToken({ ...env, METRICS_TOKEN: token })).toBe(token)
  expect(JSON.stringify(readPageSettings({ ...env, METRICS_TOKEN: token }))).not.toContain(token)
})

it('a warning of the origins is one line of which a terminal acts upon nothing', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  warnOnStderr('of a store:\u001b[2J\n2026 all is well \u202e')
  expect(write).toHaveBeenCalledWith('of a store:\\u001b[2J\\u000a2026 all is well \\u202e\n')
  write.mockRestore()
})
