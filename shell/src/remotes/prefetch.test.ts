import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { release, remotesThat } from '../test-kit.tsx'
import { prefetchWhenIdle } from './prefetch.ts'

const held = vi.hoisted(() => ({ savesData: false }))
vi.mock('../provides.ts', () => ({ lazyEntryPoints: {} }))
vi.mock('../first-screen/after-first-screen.ts', () => {
  const atOnce = (act: () => void) => {
    act()
    return () => undefined
  }
  return { afterFirstScreen: atOnce, whenIdle: atOnce, savesData: () => held.savesData }
})

const loaded = (remotes: ReturnType<typeof remotesThat>) => vi.mocked(remotes.load).mock.calls.flat()
const fetched = (remotes: ReturnType<typeof remotesThat>) => vi.mocked(remotes.prefetch).mock.calls.flat()
const all = ['chat', 'drivers', 'rides', 'users']

beforeEach(() => {
  held.savesData = false
  sessionStorage.clear()
  sessionStorage.setItem('interline-unsent:chat', '{}')
})

it('runs the remote that has something unsent, and only fetches the others', async () => {
  const remotes = remotesThat()
  prefetchWhenIdle(release, remotes)
  await vi.waitFor(() => expect(fetched(remotes)).toEqual(all))
  expect(loaded(remotes)).toEqual(['chat'])
})

it('goes on when that remote does not load, and leaves one that is switched off alone', async () => {
  const remotes = remotesThat({ load: vi.fn(() => Promise.reject(new Error('unreachable'))) })
  sessionStorage.setItem('interline-unsent:users', '{}')
  prefetchWhenIdle({ ...release, off: { users: { message: 'Off' } } }, remotes)
  await vi.waitFor(() => expect(fetched(remotes)).toEqual(all))
  expect(loaded(remotes)).toEqual(['chat'])
})

it('runs it for people who save data too, and fetches nothing for them', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  held.savesData = true
  const remotes = remotesThat()
  prefetchWhenIdle(release, remotes)
  await vi.advanceTimersByTimeAsync(1000)
  expect([loaded(remotes), fetched(remotes)]).toEqual([['chat'], []])
})
