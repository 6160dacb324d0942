import { testOf } from './own-test.ts'
import { publishBehindProxy, type Published } from './published.ts'
import { played } from './remotes.ts'
import { testBuilds } from './tests/builds.ts'
import { testDrawnFaults } from './tests/drawn.ts'
import { testMisbehaviours } from './tests/misbehaviours.ts'
import { testNetworkAlone } from './tests/network-alone.ts'
import { testNetworkWithFallback } from './tests/network-fallback.ts'

const test = testOf('remotes')
// The console is told of each failure.
test.use({ noise: /./ })

// All that can go wrong with a remote is played by one worker: its versions are built once.
for (const remote of played)
  test.describe(remote.name, () => {
    let published: Published | undefined
    const get = () => {
      if (!published) throw new Error(`${remote.name} is not published yet`)
      return published
    }
    test.describe.configure({ mode: 'default' })
    test.beforeAll(async ({ own }) => {
      test.setTimeout(600_000)
      published = await publishBehindProxy(own, remote)
    })
    test.afterEach(() => get().setFault(null))
    test.afterAll(() => published?.stop())

    testBuilds(test, remote, get)
    testMisbehaviours(test, remote, get)
    testNetworkWithFallback(test, remote, get)
    testDrawnFaults(test, remote, get)
    // Last: what fails of a version without another one makes it no last known good version.
    testNetworkAlone(test, remote, get)
  })
