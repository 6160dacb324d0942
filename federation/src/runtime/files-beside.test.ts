// @vitest-environment jsdom
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { PinnedRemote } from '../schema/index.ts'
import { before, drivers, sealedRelease, slow } from './sealed-release.ts'
import { loadBeside, fileTimeoutMs } from './files-beside.ts'
import { sealIntegrity } from './integrity.ts'

beforeAll(() => sealIntegrity(sealedRelease))
beforeEach(() => (document.head.innerHTML = ''))

const script = () => document.head.querySelector<HTMLScriptElement>('script[src$="routes.js"]')
const styles = () => document.head.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')
const happens = (element: Element | null, event: 'load' | 'error') => element?.dispatchEvent(new Event(event))

/** Whether it is settled by now. */
async function settled(loading: Promise<void>) {
  const waits = Symbol('waits')
  const first: unknown = await Promise.race([loading.catch(() => undefined), nextTurn(waits)])
  return first !== waits
}

it('asks for code and styles at once, each with the hash that the release names, and rejects when the styles do not arrive', async () => {
  const loading = loadBeside(drivers)
  expect(script()).toMatchObject({
    src: 'http://drivers/2/routes.js',
    integrity: 'sha384-js',
    crossOrigin: 'anonymous',
    async: true,
  })
  expect(styles()).toMatchObject({
    href: 'http://drivers/2/routes.css',
    integrity: 'sha384-css',
    crossOrigin: 'anonymous',
  })
  happens(script(), 'load')
  expect(await settled(loading)).toBe(false)
  happens(styles(), 'error')
  await expect(loading).rejects.toThrow('Loading chunk http://drivers/2/routes.css failed')
})

it('leaves no file in the page that failed, and asks for that one alone again', async () => {
  const first = loadBeside(before)
  happens(styles(), 'load')
  const failed = script()
  happens(failed, 'error')
  await first
  expect(script()).toBeNull()
  await loadBeside(before)
  expect(script()).not.toBe(failed)
  expect(script()).not.toBeNull()
  expect(document.head.querySelectorAll('link')).toHaveLength(1)
})

it('gives a file up that does not come, and asks for it anew', async () => {
  vi.useFakeTimers()
  const first = loadBeside(slow).catch((error: Error) => error.message)
  const hanging = [script(), styles()]
  await vi.advanceTimersByTimeAsync(fileTimeoutMs)
  vi.useRealTimers()
  expect(await first).toBe('Loading chunk http://drivers/0/routes.css failed')
  expect([script(), styles()]).toEqual([null, null])
  const second = loadBeside(slow)
  expect(hanging).not.toContain(script())
  happens(script(), 'load')
  happens(styles(), 'load')
  await second
})

it('resolves for a version that has nothing beside its entry', async () => {
  await expect(
    loadBeside({ url: 'http://drivers/3/', descriptor: { exposes: {} } } as unknown as PinnedRemote),
  ).resolves.toBeUndefined()
})
