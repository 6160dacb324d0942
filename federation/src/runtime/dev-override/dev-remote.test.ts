// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refreshKey } from '../../schema/refresh-api.ts'
import type { Release } from '../../schema/index.ts'
import { openDevRemote } from './index.ts'

const federation = vi.hoisted(() => ({
  getInstance: vi.fn(),
  loadRemote: vi.fn(),
  registerPlugins: vi.fn(),
  registerRemotes: vi.fn(),
}))
vi.mock('@module-federation/enhanced/runtime', () => federation)
const origin = 'http://localhost:3190'

const integrity = `sha384-${'a'.repeat(64)}`
const built = (digit: number, differ = {}) => {
  const build = String(digit).repeat(12)
  return {
    name: 'drivers',
    version: '1.0.0',
    build,
    routes: ['/drivers'],
    sidebar: [],
    files: [{ path: 'remote.js', bytes: 1, integrity }],
    entry: { file: 'remote.js', global: `drivers_${build}` },
    exposes: { './routes': { js: [], css: [] } },
    ...differ,
  }
}
const pinned = { url: 'http://drivers/1/', descriptor: { ...built(0), name: 'drivers' } }
const release = {
  number: 3,
  shell: { url: 'http://shell/1/', descriptor: { files: [] } },
  remotes: { drivers: pinned },
  fallbacks: { drivers: pinned },
  off: {},
  settings: {},
} as unknown as Release
const remoteModule = { routes: [{ path: '/drivers', Component: () => null }], refreshes: true }

let served: () => Promise<Response>
let sources: { url: string; onmessage?: (event: { data: string }) => void; onerror?: () => void; close: () => void }[]
const emit = (event: object) => sources.at(-1)?.onmessage?.({ data: JSON.stringify(event) })
const json =
  (value: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(value), { status })

beforeEach(() => {
  vi.resetAllMocks()
  federation.loadRemote.mockResolvedValue(remoteModule)
  sources = []
  served = json(built(1))
  vi.stubGlobal(
    'fetch',
    vi.fn(() => served()),
  )
  vi.stubGlobal(
    'EventSource',
    class {
      close = vi.fn()
      constructor(readonly url: string) {
        sources.push(this)
      }
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, refreshKey)
})

async function open(report = vi.fn()) {
  const overridden = await openDevRemote({ remote: 'drivers', origin }, release, report)
  const stop = overridden.follow()
  return { ...overridden, report, stop }
}

describe('a remote from its source', () => {
  it('runs its last build in the place of the released version, and has none to give way to', async () => {
    const overridden = await open()
    expect(overridden.release.remotes.drivers).toMatchObject({ url: `${origin}/1.0.0-111111111111/` })
    expect(overridden.release.fallbacks).toEqual({})
    expect(overridden.state()).toEqual({ status: 'running', build: '1'.repeat(12), message: '' })
    expect(fetch).toHaveBeenCalledWith(
      `${origin}/remote.json`,
      expect.objectContaining({ cache: 'no-store', credentials: 'omit', redirect: 'error' }),
    )
    expect(sources.map(({ url }) => url)).toEqual([`${origin}/events`])
  })

  it.each([
    ['does not answer', () => Promise.reject(new TypeError('Failed to fetch')), { status: 'away', message: '' }],
    ['has no build yet', json('', 503), { status: 'refused', message: `${origin} has no finished build` }],
    [
      'serves another remote',
      json(built(1, { name: 'users' })),
      { status: 'refused', message: `the dev override is for drivers, and ${origin} serves users` },
    ],
  ])('leaves the released version when its origin %s, until there is a build', async (_, answer, state) => {
    served = answer
    const overridden = await open()
    expect([overridden.release.remotes.drivers, overridden.state()]).toEqual([pinned, { ...state, build: null }])
    served = json(built(2))
    emit({ state: 'built', build: 'x' })
    await vi.waitFor(() =>
      expect(overridden.state()).toEqual({ status: 'running', build: '2'.repeat(12), message: '' }),
    )
    expect(overridden.remotes.peek('drivers')?.version.url).toBe(`${origin}/1.0.0-222222222222/`)
  })

  it('says how each build goes, and keeps the one that runs when the next has errors', async () => {
    const overridden = await open()
    await overridden.remotes.load('drivers')
    const listener = vi.fn()
    overridden.subscribe(listener)
    emit({ state: 'building' })
    expect(overridden.state().status).toBe('building')
    emit({ state: 'failed', errors: 'src/x.tsx:7' })
    expect(overridden.state()).toEqual({ status: 'failed', build: '1'.repeat(12), message: 'src/x.tsx:7' })
    expect(listener).toHaveBeenCalledTimes(2)
    expect(overridden.remotes.peek('drivers')?.version.url).toBe(`${origin}/1.0.0-111111111111/`)
    emit({ state: 'nonsense' })
    sources.at(-1)?.onmessage?.({ data: '<html>' })
    expect(overridden.state().status).toBe('failed')
  })

  it('takes a build whole: what keeps state is notified when it has loaded, or that it has not', async () => {
    const calls: string[] = []
    Reflect.set(globalThis, refreshKey, {
      begin: () => calls.push('begin'),
      commit: () => calls.push('commit'),
      discard: () => calls.push('discard'),
    })
    const overridden = await open()
    await overridden.remotes.load('drivers')
    federation.loadRemote.mockImplementation(async () => {
      calls.push('load')
      return remoteModule
    })
    served = json(built(2))
    emit({ state: 'built' })
    await vi.waitFor(() => expect(overridden.state().build).toBe('2'.repeat(12)))
    expect(calls).toEqual(['begin', 'load', 'commit'])

    federation.loadRemote.mockRejectedValue(new TypeError('x is not a function'))
    served = json(built(3))
    emit({ state: 'built' })
    await vi.waitFor(() =>
      expect(overridden.state()).toEqual({ status: 'refused', build: '2'.repeat(12), message: 'x is not a function' }),
    )
    expect(calls.slice(3)).toEqual(['begin', 'discard'])
    expect(overridden.remotes.peek('drivers')?.version.url).toBe(`${origin}/1.0.0-222222222222/`)
    expect(overridden.report).not.toHaveBeenCalled()
  })

  it('says that its routes changed, because those are of the page’s load', async () => {
    const overridden = await open()
    served = json(built(2, { routes: ['/drivers', '/drivers/:id'] }))
    emit({ state: 'built' })
    await vi.waitFor(() => expect(overridden.state().status).toBe('routes'))
  })

  it('goes on asking for an origin that went away, and stops when it is told to', async () => {
    vi.useFakeTimers()
    const overridden = await open()
    sources[0]?.onerror?.()
    expect([overridden.state().status, sources[0]?.close]).toEqual([
      'away',
      expect.toSatisfy((close: ReturnType<typeof vi.fn>) => close.mock.calls.length === 1),
    ])
    vi.advanceTimersByTime(1000)
    expect(sources).toHaveLength(2)
    overridden.stop()
    sources[1]?.onerror?.()
    vi.advanceTimersByTime(5000)
    vi.useRealTimers()
    expect(sources[1]?.close).toHaveBeenCalled()
    expect(sources).toHaveLength(2)
  })

  it('shows the styles of the build that runs and of no other', async () => {
    document.head.innerHTML = `<link rel="stylesheet" href="${origin}/1.0.0-111111111111/routes.css"><link rel="stylesheet" href="http://users/1/routes.css">`
    const overridden = await open()
    served = json(built(2))
    emit({ state: 'built' })
    await vi.waitFor(() => expect(overridden.state().build).toBe('2'.repeat(12)))
    expect([...document.querySelectorAll('link')].map(({ disabled }) => Boolean(disabled))).toEqual([true, false])
  })
})
