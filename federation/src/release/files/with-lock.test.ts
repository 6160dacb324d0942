import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { temporaryFolder } from '../../testing/built-part.ts'
import { readLog } from '../audit/log.ts'
import { pin } from '../commit/plan-and-commit.ts'
import { withLock } from './with-lock.ts'

type Round = { made: number[]; refused: string[] }

async function startManager(folder: string, name: string) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, '../../testing/busy-manager.ts'), folder, name, '25'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(child.stdout, 'data')
  return async () => {
    child.stdin.write('go\n')
    await once(child, 'close')
    return JSON.parse(text.replace('ready\n', '')) as Round
  }
}

it('two managers at once: each release is made by one of them, the pointer never goes back, the log holds every one', async () => {
  const store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers'), putRemote(store, 'users')], mara)
  putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })
  const managers = await Promise.all([
    startManager(store.folder, 'mara'),
    startManager(store.folder, 'ines'),
    startManager(store.folder, 'olu'),
  ])

  const seen: number[] = []
  const watch = setInterval(() => seen.push(store.live()?.number ?? 0), 1)
  const rounds = await Promise.all(managers.map((go) => go()))
  clearInterval(watch)

  const made = rounds.flatMap((round) => round.made).sort((a, b) => a - b)
  expect(made).toEqual(store.releaseNumbers().slice(1))
  expect(made.length + rounds.flatMap(({ refused }) => refused).length).toBe(75)
  for (const reason of rounds.flatMap(({ refused }) => refused)) expect(reason).toMatch(/release \d+ is live, not \d+/)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  expect(store.live()?.number).toBe(made.at(-1))
  const { entries, broken } = readLog(store)
  expect(broken).toBeNull()
  expect(entries.flatMap(({ release }) => release ?? []).slice(1)).toEqual(made)
})

it('the turn of a process that died is taken over', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'turn.json')
  const dead = spawn(process.execPath, ['--version'])
  await once(dead, 'exit')
  writeFileSync(file, JSON.stringify({ pid: dead.pid, host: hostname(), at: new Date().toISOString() }))
  expect(withLock(folder, () => existsSync(file))).toBe(true)
  expect(existsSync(file)).toBe(false)
})

it('a turn of another machine is taken over when it is older than any turn can be', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'turn.json')
  writeFileSync(file, JSON.stringify({ pid: 1, host: 'another', at: new Date().toISOString() }))
  utimesSync(file, new Date(), new Date(Date.now() - 700_000))
  expect(withLock(folder, () => 1)).toBe(1)
})

it('a turn ends when its act throws', () => {
  const folder = temporaryFolder()
  expect(() =>
    withLock(folder, () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(withLock(folder, () => 1)).toBe(1)
})
