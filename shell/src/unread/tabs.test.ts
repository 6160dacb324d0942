import { afterEach, expect, it, vi } from 'vitest'
import { inOneTab, isShownInATab, showInThisTab } from './tabs.ts'

afterEach(() => void vi.unstubAllGlobals())

const forbidden = () => Promise.reject(new DOMException('forbidden', 'SecurityError'))

it.each([
  ['forbids locks', { request: forbidden, query: forbidden }],
  ['has no locks', undefined],
])('tells this tab alone of a message where the browser %s', async (_, locks) => {
  vi.stubGlobal('navigator', { ...navigator, locks })
  const act = vi.fn(() => Promise.resolve())
  await inOneTab('m1', act)
  expect(act).toHaveBeenCalledOnce()
  expect(await isShownInATab('p1')).toBe(false)
  const end = showInThisTab('p1')
  expect(await isShownInATab('p1')).toBe(true)
  end()
  expect(await isShownInATab('p1')).toBe(false)
})
