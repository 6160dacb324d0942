import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { builtRemote, temporaryFolder } from '../../../testing/built-part.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../../testing/stored-parts.ts'
import { folderArtifacts } from '../../artifact-store/folder.ts'
import { publishToStore } from '../../artifacts/publish-to-store.ts'
import { readLog } from '../../audit/log.ts'
import { pin } from '../../commit/plan-and-commit.ts'
import { planPin } from '../../plan/pin.ts'
import type { ReleaseStore } from '../../store/store.ts'
import { act } from './act.ts'

const hashed = vi.hoisted(() => ({ files: [] as string[] }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const readFileSync = (...args: Parameters<typeof fs.readFileSync>) => {
    hashed.files.push(String(args[0]))
    return fs.readFileSync(...args)
  }
  return { ...fs, readFileSync }
})

let store: ReleaseStore
let team: string

const publishInTeamsStore = (...args: Parameters<typeof builtRemote>) =>
  publishToStore(folderArtifacts(team), builtRemote(...args))

const pinDrivers = (version: string) =>
  act(
    {
      env: { DATA_DIR: store.folder, RELEASE_MANAGER: 'mara' },
      out: () => {},
      err: () => {},
      wantsJson: false,
      exitCode: 0,
    },
    { reason: mara.reason, offline: true },
    { pins: [`drivers@${version}`], plan: (opened, intent, parts) => planPin(opened, parts, intent) },
  )

/** Every file of the installation and what is in it. */
const contents = () =>
  Object.fromEntries(
    readdirSync(store.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file, 'base64')]),
  )

beforeEach(() => {
  store = storeOfThree()
  team = temporaryFolder()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  store.putStores({ drivers: team })
})

it('a pin that a check refuses leaves no trace: nothing is imported, nothing is logged', async () => {
  const requires = { shell: '^9.0.0', mfRuntime: '^2.9.2', shared: {}, backend: [] }
  await publishInTeamsStore('drivers', { version: '1.1.0', build: build(1), requires })
  const before = contents()
  const { refused, json } = await pinDrivers('1.1.0')
  expect(refused).toEqual([
    { part: 'drivers', check: 'shell range', reason: expect.stringContaining('needs shell ^9.0.0') as string },
  ])
  expect(json).toMatchObject({ fetched: [] })
  expect(contents()).toEqual(before)
})

it('a pin that is not refused imports the build, compressed, and logs where it is from before the release', async () => {
  await publishInTeamsStore('drivers', { version: '1.1.0', build: build(1) })
  const { text } = await pinDrivers('1.1.0')
  expect(text).toContain(`drivers@1.1.0-${build(1)} was fetched from ${team}\nrelease 2 is live`)
  expect(readdirSync(join(store.folder, `artifacts/drivers/1.1.0-${build(1)}`))).toContain('remote.1.js.br')
  const { entries } = readLog(store)
  expect(entries.slice(-2).map(({ action, reason }) => [action, reason])).toEqual([
    ['fetch', `from ${team}`],
    ['pin', mara.reason],
  ])
})

it('a pin reads each file of a build once to check it', async () => {
  putRemote(store, 'drivers', { version: '1.2.0', build: build(2) })
  hashed.files.length = 0
  await pinDrivers('1.2.0')
  const file = join(store.folder, `artifacts/drivers/1.2.0-${build(2)}/routes.1.js`)
  expect(hashed.files.filter((one) => one === file)).toHaveLength(1)
  expect(store.liveNumber()).toBe(2)
})
