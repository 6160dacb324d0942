import type { Page } from '@playwright/test'
import { copiesOf } from './shared-copies.ts'
import { expect, NothingToTry } from './test.ts'
import type { TriedRemote } from './rounds.ts'

type Container = { get: (path: string) => Promise<() => { routes?: { path?: unknown; Component?: unknown }[] }> }

/** A remote that was loaded exports exactly the routes of its descriptor, each with a screen. */
export async function exportsItsRoutes(page: Page, { entry, routes }: TriedRemote) {
  const exported = await page.evaluate(async (global) => {
    const container = (globalThis as unknown as Record<string, Container | undefined>)[global]
    const routes = (await container?.get('./routes'))?.().routes
    return routes?.map(({ path, Component }) => (Component ? String(path) : `${String(path)} without a screen`))
  }, entry.global)
  if (!exported) throw new NothingToTry('its code did not load')
  expect(exported.sort(), 'the routes that its code exports').toEqual([...routes].sort())
}

/** Each thing that it requires of the shell is there once, in one version. */
export async function sharesOneCopy(page: Page, { entry, requires }: TriedRemote) {
  if (!(await page.evaluate((global) => global in globalThis, entry.global)))
    throw new NothingToTry('its code did not load')
  const names = [...new Set(['react', 'react-dom', ...Object.keys(requires.shared)])]
  const copies = await page.evaluate(copiesOf, names)
  expect(
    copies.filter(({ versions, loaded }) => versions.length !== 1 || loaded > 1),
    'packages that are not one',
  ).toEqual([])
  expect(copies.find(({ name }) => name === 'react')?.loaded, 'copies of react').toBe(1)
}
