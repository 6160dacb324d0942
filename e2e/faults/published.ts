import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { startOrigin } from '../harness/product/origin.ts'
import { release, rememberRelease, type Product } from '../harness/product/product.ts'
import { publishVariant } from '../harness/product/publish-variant.ts'
import { runFolder } from '../harness/product/run-folder.ts'
import { sourcesOfBadBuild } from './asked-build.ts'
import { startFaultProxy, type Fault } from './fault-proxy.ts'
import type { Played } from './remotes.ts'

/** A version that works, a newer one that does too, and one that goes wrong in the way that a page asks for. */
export const versions = { first: '1.0.1', newer: '1.1.0', bad: '1.2.0' }
type VersionName = keyof typeof versions

export type Published = {
  /** Makes a version live: the first one with nothing to fall back to, another one on top of the first. */
  pin: (version: VersionName) => Promise<void>
  /** From now on this goes wrong with the files of the version that is live; null: nothing. */
  setFault: (fault: Fault | null) => void
  stop: () => Promise<void>
}

/**
 * Publishes the versions of a remote from behind a proxy. The first one is live then. It waits for the other workers,
 * which do the same at that time: beside their builds no page stands within 8 s.
 */
export async function publishBehindProxy(own: Product, remote: Played): Promise<Published> {
  const publishing = join(runFolder(), 'publishing')
  mkdirSync(publishing, { recursive: true })
  const mark = join(publishing, remote.name)
  writeFileSync(mark, '')
  const published = await publish(own, remote).finally(() => rmSync(mark))
  await expect.poll(() => readdirSync(publishing), { timeout: 300_000 }).toEqual([])
  return published
}

async function publish(own: Product, { name, folder, path }: Played): Promise<Published> {
  const takeBack = await rememberRelease(own)
  const origin = await startOrigin(own, name)
  const proxy = await startFaultProxy(origin.url)
  // The version that the product came with would be what it falls back to.
  await takeOut(own, name)
  await publishVariant(own, proxy.url, { folder, version: versions.first })
  await release(own, 'pin', `${name}@${versions.first}`, '--reason', 'a remote behind a proxy')
  const toFirst = await rememberRelease(own)
  await publishVariant(own, proxy.url, { folder, version: versions.newer })
  await publishVariant(own, proxy.url, { folder, version: versions.bad, files: sourcesOfBadBuild(path) })
  let live: VersionName = 'first'
  return {
    async pin(version) {
      if (live !== 'first') await toFirst()
      live = version
      if (version === 'first') return
      await release(own, 'pin', `${name}@${versions[version]}`, '--reason', 'a newer one')
    },
    setFault(fault) {
      const builds = readdirSync(join(own.dataDir, 'artifacts', name))
      const build = builds.find((one) => one.startsWith(`${versions[live]}-`))
      proxy.set(fault, `/${build ?? 'none'}/`)
    },
    /** Others find this remote as it was before. */
    async stop() {
      await takeBack()
      await proxy.close()
      await origin.stop()
    },
  }
}

/** A remote that was not in the release before has nothing to fall back to. */
async function takeOut(own: Product, name: string) {
  const { remotes, settings, off, reachesPage, ...rest } = JSON.parse(
    await release(own, 'export', '--json'),
  ) as Manifest
  const without = <T>(values: Record<string, T>) =>
    Object.fromEntries(Object.entries(values).filter(([part]) => part !== name))
  const file = join(runFolder(), `without-${name}.json`)
  const others = reachesPage.filter((part) => part !== name)
  const manifest = {
    ...rest,
    remotes: without(remotes),
    settings: without(settings),
    off: without(off),
    reachesPage: others,
  }
  writeFileSync(file, JSON.stringify(manifest))
  await release(own, 'apply', file, '--offline', '--reason', `without ${name}`)
}
type Manifest = {
  remotes: Record<string, string>
  settings: Record<string, object>
  off: Record<string, string>
  reachesPage: string[]
}
