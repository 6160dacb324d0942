import { describe, expect, it } from 'vitest'
import type { RemoteDescriptor } from '../../schema/index.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { planPin } from '../plan/pin.ts'
import { pin } from '../commit/plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'
import { skewMatrix } from './skew-matrix.ts'

const version = (number: number, overrides: Partial<RemoteDescriptor> = {}) => ({
  version: `1.${number}.0`,
  build: build(number),
  ...overrides,
})
const nameOf = (one: { name: string; version: string }) => `${one.name} ${one.version}`

function roundsFor(store: ReleaseStore, ...parts: Parameters<typeof planPin>[1]) {
  const { next, live } = planPin(store, parts, mara)
  const { rounds, unfit } = skewMatrix(live, next)
  return {
    rounds: rounds.map(({ shell, remotes }) => [nameOf(shell), ...remotes.map(nameOf)].join(', ')),
    unfit: unfit.map(({ shell, remote, reasons }) => `${nameOf(shell)}, ${nameOf(remote)}: ${reasons.join()}`),
  }
}

describe('the skew matrix', () => {
  it('of a first release is the next shell with the next remotes, all at once', () => {
    const store = storeOfThree()
    expect(roundsFor(store, putShell(store), putRemote(store, 'drivers'), putRemote(store, 'users'))).toEqual({
      rounds: ['shell 1.0.0, drivers 1.0.0, users 1.0.0'],
      unfit: [],
    })
  })

  it('of a remote is the live shell with its next, live and last known good build; what stays is tried once', () => {
    const store = storeOfThree()
    pin(store, [putShell(store), putRemote(store, 'drivers'), putRemote(store, 'users')], mara)
    const first = putRemote(store, 'drivers', version(1))
    expect(roundsFor(store, first).rounds).toEqual([
      'shell 1.0.0, drivers 1.1.0, users 1.0.0',
      'shell 1.0.0, drivers 1.0.0',
    ])
    pin(store, [first], mara)
    expect(roundsFor(store, putRemote(store, 'drivers', version(2))).rounds).toEqual([
      'shell 1.0.0, drivers 1.2.0, users 1.0.0',
      'shell 1.0.0, drivers 1.1.0',
      'shell 1.0.0, drivers 1.0.0',
    ])
  })

  it('of a shell is both shells with all builds of all remotes: six releases at most', () => {
    const store = storeOfThree()
    pin(store, [putShell(store), putRemote(store, 'drivers'), putRemote(store, 'users')], mara)
    pin(store, [putRemote(store, 'drivers', version(1)), putRemote(store, 'users', version(1))], mara)
    const shell = putShell(store, { version: '1.1.0', build: build(9) })
    const { rounds, unfit } = roundsFor(
      store,
      shell,
      putRemote(store, 'drivers', version(2)),
      putRemote(store, 'users', version(2)),
    )
    const builds = ['drivers 1.2.0, users 1.2.0', 'drivers 1.1.0, users 1.1.0', 'drivers 1.0.0, users 1.0.0']
    expect(rounds).toEqual(['shell 1.1.0', 'shell 1.0.0'].flatMap((name) => builds.map((pair) => `${name}, ${pair}`)))
    expect(unfit).toEqual([])
  })

  it('names the pairs that no release could pin, and tries the others', () => {
    const store = storeOfThree()
    pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
    const shell = putShell(store, {
      version: '2.0.0',
      build: build(9),
      provides: { shell: '2.0.0', mfRuntime: '2.9.2', shared: { react: '19.3.1', '@interline/shared/list': '1.0.0' } },
    })
    const drivers = putRemote(
      store,
      'drivers',
      version(1, { requires: { shell: '^2.0.0', mfRuntime: '^2.9.2', shared: {}, backend: [] } }),
    )
    expect(roundsFor(store, shell, drivers)).toEqual({
      rounds: ['shell 2.0.0, drivers 1.1.0', 'shell 1.0.0, drivers 1.0.0'],
      unfit: [
        'shell 2.0.0, drivers 1.0.0: needs shell ^1.0.0, pinned is 2.0.0',
        'shell 1.0.0, drivers 1.1.0: needs shell ^2.0.0, pinned is 1.0.0',
      ],
    })
  })

  it('tries nothing with a live shell that reads another page', () => {
    const store = storeOfThree()
    const { number: _, ...draft } = pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
    const before = {
      ...draft.shell,
      descriptor: { ...draft.shell.descriptor, version: '0.9.0', pageFormat: 2 },
    }
    store.putRelease({ ...draft, number: 2, shell: before })
    expect(roundsFor(store, putShell(store, { version: '1.1.0', build: build(9) }))).toEqual({
      rounds: ['shell 1.1.0, drivers 1.0.0'],
      unfit: [expect.stringMatching(/^shell 0\.9\.0, drivers 1\.0\.0: shell@0\.9\.0-0+ reads page format 2/)],
    })
  })

  it('keeps two remotes apart that cannot be in one release, such as when a route moved', () => {
    const store = storeOfThree()
    pin(
      store,
      [putShell(store), putRemote(store, 'drivers', { routes: ['/drivers', '/cars'] }), putRemote(store, 'users')],
      mara,
    )
    const users = putRemote(store, 'users', version(1, { routes: ['/users', '/cars'] }))
    expect(roundsFor(store, users).rounds).toEqual([
      'shell 1.0.0, drivers 1.0.0, users 1.0.0',
      'shell 1.0.0, users 1.1.0',
    ])
  })
})
