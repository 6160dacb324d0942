import { publishDepots } from '../harness/product/depots.ts'
import { startOrigin } from '../harness/product/origin.ts'
import { release, rememberRelease } from '../harness/product/product.ts'
import { publishVariant } from '../harness/product/publish-variant.ts'
import type { TestOfFile } from './own-test.ts'
import type { Played } from './remotes.ts'

export const badVersion = '1.1.0'

/** Before the tests of a group: a remote whose 1.1.0 has these files, on top of a 1.0.0 that works. */
export function pinBadVersion(test: TestOfFile, remote: Played, filesOf: (path: string) => Record<string, string>) {
  let stop: () => Promise<unknown>
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async ({ own }) => {
    test.setTimeout(240_000)
    const { folder, name, path } = remote
    const takeBack = await rememberRelease(own)
    const origin = await startOrigin(own, name)
    stop = () => takeBack().then(() => origin.stop())
    await publishDepots(own, folder, origin.url)
    await release(own, 'pin', `${name}@1.0.0`, '--reason', 'a remote that works')
    await publishVariant(own, origin.url, { folder, version: badVersion, files: filesOf(path) })
    await release(own, 'pin', `${name}@${badVersion}`, '--reason', 'one that does all kinds of wrong')
  })
  test.afterAll(() => stop())
}
