// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import type { Release } from '../schema/index.ts'
import { openRemotes } from './index.ts'

const federation = vi.hoisted(() => ({ loadRemote: vi.fn(), registerPlugins: vi.fn(), registerRemotes: vi.fn() }))
vi.mock('@module-federation/enhanced/runtime', () => federation)

const descriptor = { name: 'drivers', entry: { file: 'remote.1.js', global: 'drivers_1' }, files: [] }
const release = {
  shell: { url: 'http://shell/1/', descriptor: { files: [] } },
  remotes: { drivers: { url: 'http://drivers/1/', descriptor } },
} as unknown as Release
const door = { routes: [{ path: '/drivers', Component: () => null }] }

beforeEach(() => vi.resetAllMocks())

it('knows the remotes of a release by their entry and global name, and loads none of them', () => {
  openRemotes(release)
  expect(federation.registerRemotes).toHaveBeenCalledWith(
    [{ name: 'drivers', entry: 'http://drivers/1/remote.1.js', entryGlobalName: 'drivers_1', type: 'var' }],
    { force: true },
  )
  expect(federation.loadRemote).not.toHaveBeenCalled()
})

it('loads a remote once, however many ask for it', async () => {
  federation.loadRemote.mockResolvedValue(door)
  const remotes = openRemotes(release)
  await Promise.all([remotes.load('drivers'), remotes.load('drivers')])
  await remotes.load('drivers')
  expect(federation.loadRemote).toHaveBeenCalledTimes(1)
  expect(remotes.peek('drivers')).toBe(door)
})

it('asks again for a remote that failed', async () => {
  const down = new Error('[ Federation Runtime ]: #RUNTIME-008')
  federation.loadRemote.mockRejectedValueOnce(down).mockRejectedValueOnce(down).mockResolvedValueOnce(door)
  const remotes = openRemotes(release)
  await expect(remotes.load('drivers')).rejects.toMatchObject({ name: 'RemoteError', remote: 'drivers', kind: 'unreachable' })
  await expect(remotes.load('drivers')).resolves.toBe(door)
})

it('asks twice for files that do not arrive, once for code that throws', async () => {
  federation.loadRemote.mockRejectedValueOnce(new Error('Loading CSS chunk 957 failed.')).mockResolvedValueOnce(door)
  await expect(openRemotes(release).load('drivers')).resolves.toBe(door)
  federation.loadRemote.mockReset().mockRejectedValueOnce(new TypeError('x')).mockResolvedValueOnce(door)
  await expect(openRemotes(release).load('drivers')).rejects.toMatchObject({ kind: 'broken' })
})

it('calls a remote broken whose code arrived and threw', async () => {
  federation.loadRemote.mockRejectedValue(new TypeError('x is not a function'))
  await expect(openRemotes(release).load('drivers')).rejects.toMatchObject({ kind: 'broken', message: 'x is not a function' })
})

it.each([[null], [{}], [{ routes: 'none' }]])('calls a remote broken whose door is %j', async (exposed) => {
  federation.loadRemote.mockResolvedValue(exposed)
  const remotes = openRemotes(release)
  await expect(remotes.load('drivers')).rejects.toMatchObject({ kind: 'broken' })
  expect(remotes.peek('drivers')).toBeUndefined()
})

it('keeps quiet about a remote that fails ahead of its visit, and asks for none that is not in the release', async () => {
  federation.loadRemote.mockRejectedValue(new Error('down'))
  const remotes = openRemotes(release)
  remotes.prefetch('drivers')
  remotes.prefetch('nobody')
  await vi.waitFor(() => expect(federation.loadRemote).toHaveBeenCalledTimes(1))
})
