import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { builtRemote } from '../../testing/built-part.ts'
import { describeAnew, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { integrityOf } from '../checks/artifact/files.ts'
import { withLock } from '../files/with-lock.ts'
import { pin } from './plan-and-commit.ts'
import { publish } from '../artifacts/publish.ts'
import { rollback } from './plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'
import { switchOff } from './plan-and-commit.ts'

const disk = vi.hoisted(() => ({ fullFor: null as RegExp | null, opened: new Map<number, string>() }))

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const openSync = (file: string, flags: string) => {
    const opened = fs.openSync(file, flags)
    disk.opened.set(opened, file)
    return opened
  }
  // A disk that is full still makes the file, and writes the beginning of it.
  const writeFileSync = (file: string | number, content: string | Buffer, options?: object) => {
    const path = typeof file === 'number' ? disk.opened.get(file) : file
    if (!path || !disk.fullFor?.test(path)) return fs.writeFileSync(file, content, options)
    fs.writeFileSync(file, content.slice(0, content.length / 2), options)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  }
  return { ...fs, openSync, writeFileSync }
})

let store: ReleaseStore

function withoutRoomFor(files: RegExp, act: () => unknown) {
  disk.fullFor = files
  try {
    expect(act).toThrow(/ENOSPC/)
  } finally {
    disk.fullFor = null
  }
}

beforeEach(() => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
})

it('a turn that could not be taken is nobody’s: once there is room, the kill switch works at once', () => {
  withoutRoomFor(/turn\.json/, () => withLock(store.folder, () => 1))
  expect(existsSync(join(store.folder, 'turn.json'))).toBe(false)
  expect(switchOff(store, 'drivers', 'Back at noon', mara).number).toBe(2)
})

it.each([/releases\/2\.json/, /2\.sig\.json/, /live\.json/])(
  'a release whose %s found no room never was: no rollback brings it',
  (files) => {
    withoutRoomFor(files, () => pin(store, [putRemote(store, 'users')], mara))
    expect([store.releaseNumbers(), store.liveNumber()]).toEqual([[1], 1])
    expect(
      readdirSync(store.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.draft')),
    ).toEqual([])
    expect(() => rollback(store, undefined, mara)).toThrow(/release 1 is the first/)
  },
)

it('a build of which a compressed copy found no room is whole, can be pinned, and is compressed when it is published again', () => {
  const content = Buffer.from(`/* ${'users '.repeat(400)}*/ webpackChunkusers_000000000000`)
  const folder = builtRemote('users')
  writeFileSync(join(folder, 'routes.1.js'), content)
  describeAnew(folder, (one) => ({
    ...one,
    files: one.files.map((file) =>
      file.path === 'routes.1.js' ? { ...file, bytes: content.length, integrity: integrityOf(content) } : file,
    ),
  }))
  const compressed = () =>
    readdirSync(join(store.folder, 'artifacts/users/1.0.0-000000000000')).filter((name) =>
      name.startsWith('routes.1.js.'),
    )
  withoutRoomFor(/routes\.1\.js\.gz/, () => publish(store, folder))
  expect(compressed()).toEqual(['routes.1.js.br'])
  const { descriptor, isNew } = publish(store, folder)
  expect([isNew, compressed().sort()]).toEqual([false, ['routes.1.js.br', 'routes.1.js.gz']])
  expect(pin(store, [descriptor], mara).number).toBe(2)
})
