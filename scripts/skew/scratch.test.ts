import { afterEach, expect, it, vi } from 'vitest'
import { planPin, ReleaseStore, skewMatrix } from '@interline/federation/release'
import { temporaryFolder } from '../../federation/src/testing/built-part.ts'
import { mara, putRemote, putShell, storeOfThree } from '../../federation/src/testing/stored-parts.ts'
import { stageRounds } from './scratch.ts'

afterEach(() => void vi.unstubAllEnvs())

it('releases its rounds in production, and nothing in the installation that they are of', () => {
  vi.stubEnv('NODE_ENV', 'production')
  const store = storeOfThree()
  const { live, next } = planPin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  const { rounds } = skewMatrix(live, next)
  const staged = stageRounds(temporaryFolder(), store, rounds, (one) => store.artifactPath(one), {
    shell: (round) => `http://localhost:${3100 + round}`,
    remote: () => 'http://localhost:3200',
  }).rounds.map(({ folder }) => new ReleaseStore(folder))
  expect(staged.map((one) => Object.keys(one.live()?.remotes ?? {}))).toEqual([['drivers']])
  expect(store.liveNumber()).toBeNull()
})
