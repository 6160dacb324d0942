import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { planPin, readPolicy, ReleaseStore, skewMatrix } from '@interline/federation/release'
import { temporaryFolder } from '../../federation/src/testing/built-part.ts'
import { mara, putRemote, putShell, storeOfThree } from '../../federation/src/testing/stored-parts.ts'
import { stageRounds } from './scratch.ts'

afterEach(() => void vi.unstubAllEnvs())

it('releases its rounds in production, with all that the policy says', () => {
  vi.stubEnv('NODE_ENV', 'production')
  const store = storeOfThree()
  const { live, next } = planPin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  writeFileSync(
    join(store.folder, 'policy.json'),
    JSON.stringify({ devOrigins: ['http://localhost:3190'] }),
  )
  const { rounds } = skewMatrix(live, next)
  const staged = stageRounds(temporaryFolder(), store, rounds, (one) => store.artifactPath(one), {
    shell: (round) => `http://localhost:${3100 + round}`,
    remote: () => 'http://localhost:3200',
  }).rounds.map(({ folder }) => new ReleaseStore(folder))
  expect(staged.map((one) => Object.keys(one.live()?.remotes ?? {}))).toEqual([['drivers']])
  expect(staged.map(readPolicy)).toMatchObject([{ devOrigins: ['http://localhost:3190'] }])
  expect(store.liveNumber()).toBeNull()
})
