import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { use, useEffect, useLayoutEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RemoteError, type LoadedRemote } from '@interline/federation/runtime'
import { useRemoteSettings } from '@interline/shared/session'
import { interceptCalls, openShell, release, remotesThat, running } from '../test-kit.tsx'

interceptCalls()
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

const down = new RemoteError('drivers', 'unreachable', new Error('#RUNTIME-008'))
const drivers = [{ path: '/drivers', Component: () => <h1>Drivers</h1> }]
const good = running('drivers', drivers)
const retry = () => userEvent.click(screen.getByRole('button', { name: 'Retry' }))

it('says which section is unavailable, and loads it on Retry', async () => {
  let isDown = true
  openShell('/drivers', { remotes: remotesThat({ load: async () => (isDown ? Promise.reject(down) : good) }) })
  expect(await screen.findByRole('heading', { name: 'Drivers is unavailable' })).toBeTruthy()
  expect(screen.getByText(/Its team: Drivers team\.$/)).toBeTruthy()
  expect(screen.getByText(/Section drivers 1.0.0-abc, served from http:\/\/drivers.test/)).toBeTruthy()
  isDown = false
  await retry()
  expect(await screen.findByRole('heading', { level: 1, name: 'Drivers' })).toBeTruthy()
})

it('gives the screens of a remote what the release sets of it, and its defaults for the rest', async () => {
  const Component = () => <p>{JSON.stringify(useRemoteSettings({ days: 30, isOpen: false }))}</p>
  const load = async () => running('drivers', [{ path: '/drivers', Component }], { settings: { days: 14 } })
  openShell('/drivers', { remotes: remotesThat({ load }) })
  expect(await screen.findByText('{"days":14,"isOpen":false}')).toBeTruthy()
})

it('offers to reload the page after a second failure', async () => {
  const load = async () => Promise.reject(down)
  openShell('/drivers', { remotes: remotesThat({ load }) })
  await screen.findByRole('heading', { name: 'Drivers is unavailable' })
  expect(screen.queryByRole('button', { name: 'Reload page' })).toBeNull()
  await retry()
  expect(await screen.findByRole('button', { name: 'Reload page' })).toBeTruthy()
})

it('loses that section only', async () => {
  const remotes = remotesThat()
  const { load } = remotes
  remotes.load = (name) => (name === 'drivers' ? Promise.reject(down) : load(name))
  openShell('/drivers', { remotes })
  await screen.findByRole('heading', { name: 'Drivers is unavailable' })
  await userEvent.click(screen.getByRole('link', { name: 'Users' }))
  expect(await screen.findByText('Screen at /users')).toBeTruthy()
})

it('asks anew for a section that did not come when it is visited again', async () => {
  let isDown = true
  const remotes = remotesThat()
  const { load } = remotes
  remotes.load = (name) => (name === 'drivers' ? (isDown ? Promise.reject(down) : Promise.resolve(good)) : load(name))
  openShell('/drivers', { remotes })
  await screen.findByRole('heading', { name: 'Drivers is unavailable' })
  await userEvent.click(screen.getByRole('link', { name: 'Users' }))
  await screen.findByText('Screen at /users')
  isDown = false
  await userEvent.click(screen.getByRole('link', { name: 'Drivers' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Drivers' })).toBeTruthy()
})

it('keeps what a screen throws inside, and forgets it at the next address', async () => {
  let broken = true
  const Component = () => {
    if (broken) throw new Error('a map without cities')
    return <h1>Chat</h1>
  }
  const remotes = remotesThat({ load: async () => running('chat', [{ path: '/user-chat/:id', Component }]) })
  const { router } = openShell('/user-chat/1', { remotes })
  expect(await screen.findByText('a map without cities')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Drivers' })).toBeTruthy()
  broken = false
  await router.navigate('/user-chat/2')
  expect(await screen.findByRole('heading', { name: 'Chat' })).toBeTruthy()
})

it('says so when the remote has no screen for a route it promised', async () => {
  openShell('/drivers', { remotes: remotesThat({ load: async () => running('drivers', []) }) })
  expect(await screen.findByText(/Its code has no screen for this page/)).toBeTruthy()
})

describe('a screen that waits for ever', () => {
  const never = new Promise<never>(() => undefined)
  const Component = () => use(never)
  const waiting = running('drivers', [{ path: '/drivers', Component }])
  // The clock goes on by itself too: a slow machine takes a second more.
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('counts as failed after 8 s, with the layout around it', async () => {
    const fallBack = vi.fn(async (_failed: LoadedRemote, error: unknown) => Promise.reject(error))
    openShell('/drivers', { remotes: remotesThat({ load: async () => waiting, fallBack }) })
    await pass(7000)
    expect(screen.getByRole('status', { name: 'Loading Drivers' })).toBeTruthy()
    await pass(1500)
    expect(screen.getByRole('heading', { name: 'Drivers is unavailable' })).toBeTruthy()
    expect(screen.getByText(/It took too long to come/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Users' })).toBeTruthy()
    expect(fallBack).toHaveBeenCalledExactlyOnceWith(waiting, expect.objectContaining({ kind: 'late' }))
  })

  it('is replaced 5 s after the visit where another version can be, however late its code came', async () => {
    const fallBack = vi.fn(async () => ({ ...good, key: 'another version' }))
    const load = () => new Promise<LoadedRemote>((resolve) => setTimeout(() => resolve(waiting), 3000))
    openShell('/drivers', { remotes: remotesThat({ load, fallBack, hasFallback: () => true }) })
    await pass(3100)
    await pass(700)
    expect(fallBack).not.toHaveBeenCalled()
    await pass(1600)
    expect(fallBack).toHaveBeenCalledTimes(1)
    expect(await screen.findByRole('heading', { level: 1, name: 'Drivers' })).toBeTruthy()
  })

  it('is replaced 5 s after a page was opened with it, and no sooner than 3 s after its code came', async () => {
    // A page of which nothing has been drawn yet.
    vi.resetModules()
    const page = await import('../test-kit.tsx')
    await pass(4000)
    const fallBack = vi.fn(async () => ({ ...good, key: 'another version' }))
    page.openShell('/drivers', {
      remotes: remotesThat({ load: async () => waiting, fallBack, hasFallback: () => true }),
    })
    await pass(2000)
    expect(fallBack).not.toHaveBeenCalled()
    await pass(1300)
    expect(fallBack).toHaveBeenCalledTimes(1)
  })

  it('is reported as failed while it runs when it stood before', async () => {
    const Sometimes = () => {
      const [waits, setWaits] = useState(false)
      if (waits) use(never)
      return <button onClick={() => setWaits(true)}>Wait</button>
    }
    const remotes = remotesThat({ load: async () => running('drivers', [{ path: '/drivers', Component: Sometimes }]) })
    openShell('/drivers', { remotes })
    await pass(500)
    fireEvent.click(screen.getByRole('button', { name: 'Wait' }))
    await pass(8500)
    expect(screen.getByRole('heading', { name: 'Drivers is unavailable' })).toBeTruthy()
    expect(remotes.reportThrown).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      expect.objectContaining({ kind: 'late' }),
    )
    expect(remotes.fallBack).not.toHaveBeenCalled()
  })
})

describe('a screen that throws when it is left', () => {
  // React's strict mode has effects clean up once at the beginning too.
  let isLeft = false
  beforeEach(() => (isLeft = false))
  const fail = (message: string) => {
    if (isLeft) throw new Error(message)
  }

  it.each<[string, () => void]>([
    ['an effect', () => useEffect(() => () => fail('a map that is gone'), [])],
    ['a layout effect', () => useLayoutEffect(() => () => fail('a map that is gone'), [])],
    [
      'both, twice',
      () => {
        useEffect(() => () => fail('one'), [])
        useEffect(() => () => fail('two'), [])
        useLayoutEffect(() => () => fail('three'), [])
      },
    ],
  ])('in the clean-up of %s takes nothing else down', async (_, useIt) => {
    const Component = () => {
      useIt()
      return <h1>Drivers</h1>
    }
    const remotes = remotesThat()
    const { load } = remotes
    remotes.load = (name) =>
      name === 'drivers' ? Promise.resolve(running('drivers', [{ path: '/drivers', Component }])) : load(name)
    const reportUncaught = vi.fn()
    openShell('/drivers', { remotes, reportUncaught })
    await screen.findByRole('heading', { level: 1, name: 'Drivers' })
    isLeft = true
    await userEvent.click(screen.getByRole('link', { name: 'Users' }))
    expect(await screen.findByText('Screen at /users')).toBeTruthy()
    await waitFor(() => expect(reportUncaught).toHaveBeenCalledWith(expect.any(Error), '/drivers'))
    await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
    expect(await screen.findByRole('heading', { level: 1, name: /Dashboard/ })).toBeTruthy()
  })
})

it('shows nothing for a blink, then the outline of a screen', async () => {
  openShell('/drivers', { remotes: remotesThat({ load: () => new Promise(() => undefined) }) })
  expect(screen.queryByRole('status', { name: 'Loading Drivers' })).toBeNull()
  expect(await screen.findByRole('status', { name: 'Loading Drivers' })).toBeTruthy()
})

it('draws a remote that is loaded already at once', () => {
  const load = vi.fn<(name: string) => Promise<LoadedRemote>>()
  openShell('/drivers', { remotes: remotesThat({ peek: () => good, load }) })
  expect(screen.getByRole('heading', { level: 1, name: 'Drivers' })).toBeTruthy()
  expect(load).not.toHaveBeenCalled()
})

it('loads a remote ahead when the pointer is near its entry', async () => {
  const { remotes } = openShell('/')
  await userEvent.hover(screen.getByRole('link', { name: 'Users' }))
  expect(remotes.prefetch).toHaveBeenCalledWith('users')
})

describe('the last known good version', () => {
  const older = {
    ...good.version,
    url: 'http://drivers.test/0.9.0-old/',
    descriptor: { ...good.version.descriptor, version: '0.9.0', build: 'old' },
  }
  const fallenBack = running('drivers', drivers, { version: older, insteadOf: down })
  const note = 'Drivers runs its last known good version, because the newest one failed.'

  it('replaces a version that did not load, and says so quietly', async () => {
    openShell('/drivers', { remotes: remotesThat({ load: async () => fallenBack }) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Drivers' })).toBeTruthy()
    expect(screen.getByText(note).title).toBe('0.9.0-old instead of 1.0.0-abc')
  })

  it('takes the place of a version whose screen throws when it is first drawn', async () => {
    const Component = () => {
      throw new Error('a map without cities')
    }
    const broken = running('drivers', [{ path: '/drivers', Component }])
    const fallBack = vi.fn(async () => fallenBack)
    openShell('/drivers', { remotes: remotesThat({ load: async () => broken, fallBack }) })
    expect(await screen.findByText(note)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Drivers' })).toBeTruthy()
    expect(fallBack).toHaveBeenCalledWith(broken, expect.objectContaining({ message: 'a map without cities' }))
  })

  it('is left alone when a screen throws that was drawn before', async () => {
    const Component = () => {
      const [tries, setTries] = useState(0)
      if (tries > 0) throw new Error('a map without cities')
      return <button onClick={() => setTries(1)}>Break</button>
    }
    const fallBack = vi.fn(async () => fallenBack)
    const stood = vi.fn()
    openShell('/drivers', {
      remotes: remotesThat({
        load: async () => running('drivers', [{ path: '/drivers', Component }]),
        attempts: { ...remotesThat().attempts, stood },
        fallBack,
      }),
    })
    await waitFor(() => expect(stood).toHaveBeenCalled())
    await userEvent.click(screen.getByRole('button', { name: 'Break' }))
    expect(await screen.findByRole('heading', { name: 'Drivers is unavailable' })).toBeTruthy()
    expect(fallBack).not.toHaveBeenCalled()
  })
})

it('shows the message of a release manager for a remote that is switched off, and loads nothing of it', async () => {
  const off = { ...release, off: { drivers: { message: 'Back at noon.' } } }
  const { remotes } = openShell('/drivers', { release: off })
  expect(await screen.findByRole('heading', { level: 1, name: 'Drivers is switched off' })).toBeTruthy()
  expect(screen.getByText('Back at noon.')).toBeTruthy()
  expect(remotes.load).not.toHaveBeenCalled()
})
