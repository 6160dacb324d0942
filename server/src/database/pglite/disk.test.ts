import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { heldSync } from '../../testing/database/held-sync.ts'
import { Disk, DiskError } from './disk.ts'

const folder = mkdtempSync(join(tmpdir(), 'interline-disk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const segments = ['000000010000000000000001', '000000010000000000000002'].map((name) => join(folder, name))
for (const path of segments) writeFileSync(path, 'log')
const [first = '', second = ''] = segments

const stateOf = async (promise: Promise<void>) => {
  let state = 'waiting'
  promise.then(
    () => (state = 'settled'),
    () => (state = 'failed'),
  )
  await nextTurn()
  return state
}

it('is settled once the sync that began after a note has ended, one for all who came meanwhile', async () => {
  const held = heldSync()
  const disk = new Disk(held.sync)
  await disk.settled()
  expect(held.begun()).toBe(0)
  disk.note(first)
  const alone = disk.settled()
  const others = Array.from({ length: 50 }, () => {
    disk.note(first)
    return disk.settled()
  })
  expect(held.begun()).toBe(1)
  expect(await stateOf(alone)).toBe('waiting')
  held.end()
  await alone
  // The first sync began before they wrote.
  expect(await Promise.all(others.map(stateOf))).toEqual(others.map(() => 'waiting'))
  expect(held.begun()).toBe(2)
  held.end()
  await Promise.all(others)
  await disk.settled()
  expect(held.begun()).toBe(2)
  disk.close()
})

it('lets who wrote nothing wait for what is on its way', async () => {
  const held = heldSync()
  const disk = new Disk(held.sync)
  disk.note(first)
  const writer = disk.settled()
  const repeated = disk.settled()
  expect([await stateOf(repeated), held.begun()]).toEqual(['waiting', 1])
  held.end()
  await Promise.all([writer, repeated])
  disk.close()
})

it('catches up with everything noted at once, and with what is on its way', async () => {
  const held = heldSync()
  const disk = new Disk(held.sync)
  disk.note(first)
  const settled = disk.settled()
  disk.note(second)
  disk.catchUp()
  expect(held.atOnce()).toBe(2)
  held.end()
  await settled
  disk.catchUp()
  await disk.settled()
  expect([held.atOnce(), held.begun()]).toEqual([2, 1])
  disk.close()
})

it.each(['beside', 'now'] as const)('promises nothing more once a sync has failed (%s)', async (way) => {
  const held = heldSync()
  const disk = new Disk(held.sync)
  disk.note(first)
  held.fail()
  if (way === 'now') expect(() => disk.catchUp()).toThrow(DiskError)
  else await expect(disk.settled()).rejects.toThrow('EIO')
  held.heal()
  disk.note(first)
  await expect(disk.settled()).rejects.toThrow(DiskError)
  expect(() => disk.ensureWell()).toThrow(DiskError)
  expect(() => disk.catchUp()).toThrow(DiskError)
  disk.close()
})
