import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pin, switchOff } from '../../release/index.ts'
import type { ReleaseStore } from '../../release/store/store.ts'
import { mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { pageSettings } from '../../testing/page-settings.ts'
import { serveShell } from '../serve-shell.ts'

const counts = vi.hoisted(() => ({ verified: 0, read: [] as string[] }))
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  const verify = (...args: Parameters<typeof crypto.verify>) => {
    counts.verified += 1
    return crypto.verify(...args)
  }
  return { ...crypto, verify }
})
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const readFileSync = (...args: Parameters<typeof fs.readFileSync>) => {
    counts.read.push(String(args[0]))
    return fs.readFileSync(...args)
  }
  return { ...fs, readFileSync }
})

let store: ReleaseStore
let server: Server
let origin: string
const warnings: string[] = []

const page = (path = '/drivers') => fetch(`${origin}${path}`, { headers: { accept: 'text/html' } })

beforeEach(async () => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers'), putRemote(store, 'users')], mara)
  server = createServer(serveShell(store, pageSettings(), (line) => void warnings.push(line))).listen(0)
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  await page()
  counts.verified = 0
  counts.read.length = 0
})
afterEach(() => void server.close())

it('a release is read and verified once, however many pages are asked for', async () => {
  const pages = await Promise.all(
    ['/', '/drivers', '/drivers', '/users', '/users', '/'].map(async (path) => (await page(path)).text()),
  )
  expect(counts).toEqual({ verified: 0, read: [] })
  expect(new Set(pages).size).toBe(3)
})

it('a new release is read and verified once, and its pages are served at once', async () => {
  switchOff(store, 'drivers', 'Back at noon', mara)
  counts.verified = 0
  counts.read.length = 0
  for (let request = 0; request < 3; request++) expect(await (await page()).text()).toContain('Back at noon')
  expect(counts.verified).toBe(1)
  expect(counts.read.filter((file) => file.endsWith('releases/2.json'))).toHaveLength(1)
})

it('of a release that is altered after it was served, what was signed is served on', async () => {
  const file = join(store.folder, 'releases/1.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('because', 'beCause'))
  expect(await (await page()).text()).toContain('because')
  expect(warnings.at(-1)).toMatch(/releases\/1\.json: is not what key \S{44} signed.*; release 1 is served on$/)
  writeFileSync(file, text)
  expect((await page()).status).toBe(200)
})
