import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LoadedRemote } from '@interline/federation/runtime'
import { session } from '@interline/shared/session'
import { release, remotesThat } from '../test-kit.tsx'
import { loadFirstRemote } from './load-first-remote.ts'

const page = window as Window & { interlineFirst?: { arrived: Promise<void> } | undefined }

beforeEach(() =>
  session.getState().signIn({
    token: 'T',
    user: { _id: 'a1', full_name: 'Maya', email: 'maya@interline.test', role: 'admin', profile_picture: null },
  }),
)
afterEach(() => {
  session.getState().signOut('signed-out')
  page.interlineFirst = undefined
  vi.useRealTimers()
})

const isDone = async (waiting: Promise<void>) => Promise.race([waiting.then(() => true), nextTurn(false)])

it('waits for the remote of the address and for the first data', async () => {
  let arrive: () => void = () => undefined
  page.interlineFirst = { arrived: new Promise((resolve) => (arrive = resolve)) }
  const remotes = remotesThat()
  const waiting = loadFirstRemote(release, remotes, '/user-chat/5')
  expect(await isDone(waiting)).toBe(false)
  arrive()
  await waiting
  expect(remotes.load).toHaveBeenCalledExactlyOnceWith('chat')
})

it('does not wait for a remote that failed', async () => {
  const remotes = remotesThat({ load: async () => Promise.reject(new Error('down')) })
  await expect(loadFirstRemote(release, remotes, '/drivers')).resolves.toBeUndefined()
})

it.each([
  ['the remote', 1000, { load: () => new Promise<LoadedRemote>(() => undefined) }, undefined],
  ['its data', 150, {}, { arrived: new Promise<void>(() => undefined) }],
])('waits for %s no longer than %i ms', async (_, ms, differ, first) => {
  vi.useFakeTimers()
  page.interlineFirst = first
  const remotes = remotesThat(differ)
  let done = false
  void loadFirstRemote(release, remotes, '/drivers').then(() => (done = true))
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(done).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toBe(true)
})

it.each([
  ['at an address of the shell', '/', release],
  ['for a remote that is switched off', '/drivers', { ...release, off: { drivers: { message: 'Back at noon.' } } }],
])('loads nothing %s', async (_, path, shown) => {
  const remotes = remotesThat()
  await loadFirstRemote(shown, remotes, path)
  expect(remotes.load).not.toHaveBeenCalled()
})

it('keeps the signed-out waiting for nothing, and loads their remote in an idle moment', async () => {
  vi.useFakeTimers()
  session.getState().signOut('signed-out')
  const remotes = remotesThat()
  await loadFirstRemote(release, remotes, '/drivers')
  expect(remotes.load).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(300)
  expect(remotes.load).toHaveBeenCalledExactlyOnceWith('drivers')
})
