// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Release } from '../schema/index.ts'
import { forgetAttempts, openRemotes } from './index.ts'

const federation = vi.hoisted(() => ({
  getInstance: vi.fn(),
  loadRemote: vi.fn(),
  registerPlugins: vi.fn(),
  registerRemotes: vi.fn(),
}))
vi.mock('@module-federation/enhanced/runtime', () => federation)

const version = (build: string) => ({
  url: `http://drivers/${build}/`,
  descriptor: {
    name: 'drivers',
    build,
    entry: { file: 'remote.js', global: `drivers_${build}` },
    exposes: {},
    files: [],
  },
})
const shell = { url: 'http://shell/1/', descriptor: { files: [] } }
const release = {
  number: 3,
  shell,
  remotes: { drivers: version('new') },
  fallbacks: {},
  off: {},
  settings: {},
} as unknown as Release
const withFallback = { ...release, fallbacks: { drivers: version('old') } } as unknown as Release
const remoteModule = { routes: [{ path: '/drivers', Component: () => null }] }

beforeEach(() => vi.resetAllMocks())

it('knows the remotes of a release by their entry and global name, and loads none of them', () => {
  openRemotes(release)
  expect(federation.registerRemotes).toHaveBeenCalledWith(
    [{ name: 'drivers_new', entry: 'http://drivers/new/remote.js', entryGlobalName: 'drivers_new', type: 'var' }],
    { force: true },
  )
  expect(federation.loadRemote).not.toHaveBeenCalled()
})

it('holds the packages of the shell’s files as loaded, and leaves what comes later to who asks for it first', () => {
  const react = { shareConfig: { eager: true }, get: () => () => 'react of the shell' }
  const list = { shareConfig: { eager: false }, get: async () => () => 'list' }
  federation.getInstance.mockReturnValue({
    shareScopeMap: { default: { react: { '19.0.0': react }, list: { '2.0.0': list } } },
  })
  openRemotes(release)
  expect(react).toMatchObject({ loaded: true })
  expect((react as { lib?: () => string }).lib?.()).toBe('react of the shell')
  expect(list).not.toHaveProperty('loaded')
})

it('loads a remote once, however many ask for it', async () => {
  federation.loadRemote.mockResolvedValue(remoteModule)
  const remotes = openRemotes(release)
  await Promise.all([remotes.load('drivers'), remotes.load('drivers')])
  await remotes.load('drivers')
  expect(federation.loadRemote).toHaveBeenCalledTimes(1)
  expect(remotes.peek('drivers')).toMatchObject({ ...remoteModule, version: version('new'), insteadOf: null })
})

it('gives a version of what the release sets what it understands: a fallback or another version by its own settings', async () => {
  const days = (max: number) => ({ days: { type: 'integer', default: 30, description: 'x', max } })
  const describing = (build: string, max: number) => {
    const { url, descriptor } = version(build)
    return { url, descriptor: { ...descriptor, settings: days(max) } }
  }
  const set = {
    ...release,
    remotes: { drivers: describing('new', 90) },
    fallbacks: { drivers: describing('old', 45) },
    settings: { drivers: { days: 60, gone: true } },
  } as unknown as Release
  federation.loadRemote.mockResolvedValue(remoteModule)
  const remotes = openRemotes(set)
  const pinned = await remotes.load('drivers')
  expect(pinned.settings).toEqual({ days: 60 })
  await expect(remotes.fallBack(pinned, new Error('threw'))).resolves.toMatchObject({ settings: {} })
  await expect(openRemotes(release).load('drivers')).resolves.toMatchObject({ settings: {} })
})

it('asks again for a remote that failed', async () => {
  const down = new Error('[ Federation Runtime ]: #RUNTIME-008')
  federation.loadRemote.mockRejectedValueOnce(down).mockRejectedValueOnce(down).mockResolvedValueOnce(remoteModule)
  const remotes = openRemotes(release)
  await expect(remotes.load('drivers')).rejects.toMatchObject({
    name: 'RemoteError',
    remote: 'drivers',
    kind: 'unreachable',
  })
  await expect(remotes.load('drivers')).resolves.toMatchObject(remoteModule)
})

it('asks twice for files that do not arrive, once for code that throws', async () => {
  federation.loadRemote
    .mockRejectedValueOnce(new Error('Loading CSS chunk 957 failed.'))
    .mockResolvedValueOnce(remoteModule)
  await expect(openRemotes(release).load('drivers')).resolves.toMatchObject(remoteModule)
  federation.loadRemote.mockReset().mockRejectedValueOnce(new TypeError('x')).mockResolvedValueOnce(remoteModule)
  await expect(openRemotes(release).load('drivers')).rejects.toMatchObject({ kind: 'broken' })
})

it('calls a remote broken whose code arrived and threw', async () => {
  federation.loadRemote.mockRejectedValue(new TypeError('x is not a function'))
  await expect(openRemotes(release).load('drivers')).rejects.toMatchObject({
    kind: 'broken',
    message: 'x is not a function',
  })
})

it.each([[null], [{}], [{ routes: 'none' }], [{ routes: [null] }], [{ routes: ['/drivers'] }]])(
  'calls a remote broken that exposes %j',
  async (exposed) => {
    federation.loadRemote.mockResolvedValue(exposed)
    const remotes = openRemotes(release)
    await expect(remotes.load('drivers')).rejects.toMatchObject({ kind: 'broken' })
    expect(remotes.peek('drivers')).toBeUndefined()
  },
)

describe('ahead of its visit', () => {
  const files = [{ path: 'remote.js', bytes: 4, integrity: 'sha384-a' }]
  const drivers = { ...version('new'), descriptor: { ...version('new').descriptor, files } }
  const ofDrivers = { ...release, remotes: { drivers } } as unknown as Release
  const fetched = vi.fn()
  beforeEach(() => {
    fetched.mockRejectedValue(new Error('down'))
    vi.stubGlobal('fetch', fetched)
  })
  afterEach(() => vi.unstubAllGlobals())

  it('fetches the files of a remote once, runs nothing of it, and keeps quiet about a failure', async () => {
    const remotes = openRemotes(ofDrivers)
    await Promise.all([remotes.prefetch('drivers'), remotes.prefetch('drivers'), remotes.prefetch('nobody')])
    expect(fetched.mock.calls).toEqual([['http://drivers/new/remote.js', expect.anything()]])
    expect(federation.loadRemote).not.toHaveBeenCalled()
  })

  it('fetches nothing of a remote that runs or is switched off', async () => {
    await openRemotes({ ...ofDrivers, off: { drivers: { message: 'later' } } }).prefetch('drivers')
    federation.loadRemote.mockResolvedValue({ routes: [] })
    const remotes = openRemotes(ofDrivers)
    await remotes.load('drivers')
    await remotes.prefetch('drivers')
    expect(fetched).not.toHaveBeenCalled()
  })
})

it('has the origin send all files anew on Retry, over the copies that were refused', async () => {
  const files = [
    { path: 'remote.js', bytes: 4, integrity: 'sha384-a' },
    { path: 'routes.js', bytes: 4, integrity: 'sha384-b' },
    { path: 'later.js', bytes: 4, integrity: 'sha384-c' },
  ]
  const exposes = { './routes': { js: ['routes.js'], css: [] } }
  const drivers = { ...version('new'), descriptor: { ...version('new').descriptor, files, exposes } }
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
    asked.push(`${options?.cache} ${String(url)}`)
    return new Response('')
  })
  const remotes = openRemotes({ ...release, remotes: { drivers } } as unknown as Release)
  federation.loadRemote.mockRejectedValueOnce(new SyntaxError('x')).mockResolvedValueOnce(remoteModule)
  await expect(remotes.load('drivers')).rejects.toThrow('x')
  expect(asked).toEqual([])
  await remotes.load('drivers').catch(() => undefined)
  expect(asked).toEqual(['reload http://drivers/new/remote.js', 'reload http://drivers/new/routes.js'])
})

describe('files that did not load', () => {
  const file = {
    path: 'remote.js',
    bytes: 4,
    integrity: 'sha384-iTkP0q8sXuQ0mY2S6DyGrJUYqDKKIQ3q6Z2hGZ3mTZk6Xy4fR7Mx6HkIuWuJf0vA',
  }
  const hashed = {
    ...release,
    remotes: { drivers: { ...version('new'), descriptor: { ...version('new').descriptor, files: [file] } } },
  } as unknown as Release
  const phaseWhen = async (answer: () => Promise<Response>, pinned = hashed) => {
    const report = vi.fn()
    vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
    federation.loadRemote.mockRejectedValue(new Error('Loading script failed. #RUNTIME-008'))
    await expect(openRemotes(pinned, report).load('drivers')).rejects.toMatchObject({ kind: 'unreachable' })
    await vi.waitFor(() => expect(report).toHaveBeenCalled())
    return (report.mock.calls[0]?.[0] as { phase: string }).phase
  }
  const genuine = async () => {
    const hash = Buffer.from(await crypto.subtle.digest('SHA-384', new TextEncoder().encode('true'))).toString('base64')
    const files = [{ ...file, integrity: `sha384-${hash}` }]
    return {
      ...hashed,
      remotes: { drivers: { ...version('new'), descriptor: { ...version('new').descriptor, files } } },
    } as unknown as Release
  }

  it('were altered when they arrive and are not what their hash says', async () => {
    expect(await phaseWhen(async () => new Response('true'))).toBe('integrity')
  })

  it.each<[string, () => Promise<Response>]>([
    ['do not arrive', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['are not there', async () => new Response('not found', { status: 404 })],
  ])('are reported as such when they %s', async (_, answer) => {
    expect(await phaseWhen(answer)).toBe('load')
  })

  it('are not called altered when they are back in the meantime', async () => {
    expect(await phaseWhen(async () => new Response('true'), await genuine())).toBe('load')
  })
})

describe('another version in the place of the one that runs', () => {
  const next = version('next') as unknown as Parameters<ReturnType<typeof openRemotes>['replace']>[0]

  it('is known by its own name, loaded beside the other, and whoever watches that remote is notified', async () => {
    federation.loadRemote.mockResolvedValue(remoteModule)
    const remotes = openRemotes(release)
    const [drivers, users, taken] = [vi.fn(), vi.fn(), vi.fn()]
    remotes.watch('users', users)
    const stop = remotes.watch('drivers', drivers)
    await remotes.load('drivers')
    await remotes.replace(next, taken)
    expect(federation.registerRemotes).toHaveBeenLastCalledWith(
      [expect.objectContaining({ name: 'drivers_next', entry: 'http://drivers/next/remote.js' })],
      { force: true },
    )
    expect(remotes.peek('drivers')).toMatchObject({ version: next, key: 'http://drivers/next/' })
    expect(drivers).toHaveBeenCalledExactlyOnceWith(remotes.peek('drivers'))
    expect(taken.mock.invocationCallOrder[0]).toBeLessThan(drivers.mock.invocationCallOrder[0] ?? 0)
    expect(users).not.toHaveBeenCalled()
    stop()
    await remotes.replace(next)
    expect(drivers).toHaveBeenCalledTimes(1)
  })

  it('takes over the place on the screen when its components keep their state', async () => {
    federation.loadRemote.mockResolvedValue({ ...remoteModule, refreshes: true })
    const remotes = openRemotes(release)
    await remotes.load('drivers')
    await remotes.replace(next)
    expect(remotes.peek('drivers')).toMatchObject({ version: next, key: 'http://drivers/new/' })
  })

  it('changes nothing when it does not load', async () => {
    federation.loadRemote
      .mockResolvedValueOnce(remoteModule)
      .mockRejectedValueOnce(new TypeError('x is not a function'))
    const remotes = openRemotes(release)
    const [listener, taken] = [vi.fn(), vi.fn()]
    remotes.watch('drivers', listener)
    await remotes.load('drivers')
    await expect(remotes.replace(next, taken)).rejects.toThrow('x is not a function')
    expect(remotes.peek('drivers')).toMatchObject({ version: version('new') })
    expect([listener, taken].flatMap((spy) => spy.mock.calls)).toEqual([])
  })

  it('is not undone by an older one that arrives late', async () => {
    let arrive: (found: typeof remoteModule) => void = () => undefined
    federation.loadRemote
      .mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)))
      .mockResolvedValueOnce(remoteModule)
    const remotes = openRemotes(release)
    const loading = remotes.load('drivers')
    await remotes.replace(next)
    arrive(remoteModule)
    expect(await loading).toMatchObject({ version: next })
  })
})

describe('the last known good version', () => {
  const requested = () => federation.loadRemote.mock.calls.map(([name]) => name as string)

  it('replaces a pinned one that throws, at once, and the failure is reported', async () => {
    federation.loadRemote.mockRejectedValueOnce(new TypeError('x')).mockResolvedValueOnce(remoteModule)
    const report = vi.fn()
    // No timer runs out here.
    vi.useFakeTimers()
    const running = await openRemotes(withFallback, report).load('drivers')
    vi.useRealTimers()
    expect(requested()).toEqual(['drivers_new/routes', 'drivers_old/routes'])
    expect(running).toMatchObject({ version: version('old'), insteadOf: { kind: 'broken', message: 'x' } })
    await vi.waitFor(() =>
      expect(report.mock.calls).toMatchObject([[{ remote: 'drivers', version: version('new'), phase: 'load' }]]),
    )
  })

  it('replaces within 8 s one that never answers', async () => {
    vi.useFakeTimers()
    federation.loadRemote.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValueOnce(remoteModule)
    const loading = openRemotes(withFallback).load('drivers')
    await vi.advanceTimersByTimeAsync(7999)
    expect(await loading).toMatchObject({ version: version('old'), insteadOf: { kind: 'late' } })
    vi.useRealTimers()
  })

  it('is not held up by files that are asked for again: who never answered is not asked what it would have sent', async () => {
    vi.useFakeTimers()
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined))
    federation.loadRemote.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValueOnce(remoteModule)
    const report = vi.fn()
    const loading = openRemotes(withFallback, report).load('drivers')
    await vi.advanceTimersByTimeAsync(5100)
    await loading
    expect(fetching).not.toHaveBeenCalled()
    expect(report.mock.calls).toMatchObject([[{ phase: 'load', error: { kind: 'late' } }]])
    vi.useRealTimers()
  })

  it('runs at once in the place of a version that the last page did not survive, and Retry without one asks for it', async () => {
    federation.loadRemote.mockResolvedValue(remoteModule)
    const attempts = { ...forgetAttempts, wasLost: (url: string) => url === version('new').url }
    const report = vi.fn()
    const running = await openRemotes(withFallback, report, attempts).load('drivers')
    expect(requested()).toEqual(['drivers_old/routes'])
    expect(running.insteadOf).toMatchObject({ message: 'the last page did not survive it' })
    expect(report.mock.calls).toMatchObject([[{ version: version('new'), phase: 'mount' }]])
    const alone = openRemotes(release, report, attempts)
    await expect(alone.load('drivers')).rejects.toMatchObject({ kind: 'broken' })
    expect(await alone.load('drivers')).toMatchObject({ version: version('new') })
  })

  it('takes the place of one whose screen threw, and is the last one tried', async () => {
    federation.loadRemote.mockResolvedValue(remoteModule)
    const report = vi.fn()
    const remotes = openRemotes(withFallback, report)
    const running = await remotes.load('drivers')
    const fallback = await remotes.fallBack(running, new Error('a map without cities'))
    expect(fallback).toMatchObject({ version: version('old'), insteadOf: { message: 'a map without cities' } })
    expect(await remotes.load('drivers')).toBe(fallback)
    await expect(remotes.fallBack(fallback, new Error('again'))).rejects.toMatchObject({ message: 'again' })
    expect(report.mock.calls.map(([failure]) => failure as { phase: string })).toMatchObject([
      { phase: 'mount', version: version('new') },
      { phase: 'mount', version: version('old') },
    ])
  })

  it('that fails too leaves the person with what failed first', async () => {
    federation.loadRemote.mockRejectedValueOnce(new TypeError('first')).mockRejectedValueOnce(new TypeError('second'))
    await expect(openRemotes(withFallback).load('drivers')).rejects.toMatchObject({ message: 'first' })
  })

  it('is none for a remote that had no other version', async () => {
    federation.loadRemote.mockRejectedValue(new TypeError('x'))
    await expect(openRemotes(release).load('drivers')).rejects.toMatchObject({ kind: 'broken' })
    expect(requested()).toEqual(['drivers_new/routes'])
  })
})
