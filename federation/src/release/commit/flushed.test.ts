import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it, vi } from 'vitest'
import { mara, storeOfThree } from '../../testing/stored-parts.ts'
import { builtRemote, builtShell, temporaryFolder } from '../../testing/built-part.ts'
import { folderArtifacts } from '../artifact-store/folder.ts'
import { publish } from '../artifacts/publish.ts'
import { publishToStore } from '../artifacts/publish-to-store.ts'
import { freeze } from '../audit/freeze.ts'
import { putFolder } from '../files/put-folder.ts'
import type { ReleaseStore } from '../store/store.ts'
import { pin } from './plan-and-commit.ts'

/** The files that a power cut would lose now, and those that got their name before their content was on the disk. */
const disk = vi.hoisted(() => ({ unflushed: new Set<string>(), namedTooEarly: [] as string[] }))

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const opened = new Map<number, string>()
  const write =
    (act: (file: string, content: string, options?: object) => void) =>
    (file: string, content: string, options?: { flush?: boolean }) => {
      if (!existsSync(file)) disk.unflushed.add(dirname(resolve(file)))
      act(file, content, options)
      if (!options?.flush) disk.unflushed.add(resolve(file))
    }
  const name = (act: (from: string, to: string) => void) => (from: string, to: string) => {
    act(from, to)
    const isLock = resolve(to).endsWith('turn.json')
    for (const lost of isLock ? [] : disk.unflushed)
      if (`${lost}/`.startsWith(`${resolve(from)}/`)) disk.namedTooEarly.push(lost)
    disk.unflushed.add(dirname(resolve(to)))
  }
  return {
    ...fs,
    writeFileSync: write(fs.writeFileSync),
    appendFileSync: write(fs.appendFileSync),
    linkSync: name(fs.linkSync),
    renameSync: name(fs.renameSync),
    mkdirSync: (folder: string, options?: object) => {
      disk.unflushed.add(dirname(resolve(folder)))
      return fs.mkdirSync(folder, options)
    },
    cpSync: (from: string, to: string, options: object) => {
      fs.cpSync(from, to, options)
      for (const one of ['', ...fs.readdirSync(to, { recursive: true, encoding: 'utf8' })])
        disk.unflushed.add(join(resolve(to), one))
    },
    openSync: (file: string, flags: string) => {
      const number = fs.openSync(file, flags)
      opened.set(number, resolve(file))
      return number
    },
    fsyncSync: (number: number) => {
      disk.unflushed.delete(opened.get(number) ?? '')
      fs.fsyncSync(number)
    },
  }
})

const part = builtRemote('users')
const shell = builtShell()

it.each<[what: string, act: (store: ReleaseStore) => unknown]>([
  ['where parts are served from', (store) => store.putOrigins({ drivers: 'http://localhost:3001' })],
  ['which stores they are in', (store) => store.putStores({ drivers: '/stores/drivers' })],
  ['a freeze', (store) => freeze(store, mara)],
  ['a canary on hold', ({ state }) => state.hold({ release: 1, at: new Date().toISOString(), reason: 'because' })],
  ['the highest number that was served', ({ state }) => state.rememberServed(1)],
  ['a build in a store', () => publishToStore(folderArtifacts(temporaryFolder()), part)],
  [
    'builds, a release, its signature, the pointer and the log',
    (store) =>
      pin(
        store,
        [shell, part].map((built) => publish(store, built).descriptor),
        mara,
      ),
  ],
])('%s: on the disk before it has its name, and so is the name', async (_, act) => {
  const store = storeOfThree()
  disk.unflushed.clear()
  disk.namedTooEarly.length = 0
  await act(store)
  expect([disk.namedTooEarly, [...disk.unflushed].filter(existsSync)]).toEqual([[], []])
})

it('a build is put there whole while another process with the same number writes it, whose draft stays', () => {
  const folder = join(temporaryFolder(), 'users')
  const to = join(folder, '1.0.0-000000000000')
  mkdirSync(`${to}.${process.pid}.draft`, { recursive: true })
  writeFileSync(join(`${to}.${process.pid}.draft`, 'half.js'), 'half')
  expect([putFolder(part, to), putFolder(part, to)]).toEqual([true, false])
  expect(readdirSync(to).sort()).toEqual(readdirSync(part).sort())
  expect(readdirSync(folder)).toEqual(['1.0.0-000000000000', `1.0.0-000000000000.${process.pid}.draft`])
})
