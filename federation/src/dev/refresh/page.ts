import { useSyncExternalStore, type ComponentType } from 'react'
import { refreshKey, type RefreshApi } from '../../schema/refresh-api.ts'
import { familiesOf, type Families } from './families.ts'

const page = globalThis as { [refreshKey]?: RefreshApi & Families }

/** All builds of a page share one: the first brings it. */
export const families: Families = (page[refreshKey] ??= familiesOf((line) => {
  function Refreshed(props: object) {
    useSyncExternalStore(families.subscribe, families.generation)
    return line.current(props)
  }
  return Refreshed as ComponentType
}))

/** The functions that the compiler calls in a module of the source (`file` from the remote's folder). */
export const compiled = (file: string) => ({
  $RefreshReg$: (type: unknown, name: string) => families.register(`${file} ${name}`, type),
  $RefreshSig$: () => (type?: object, key?: string, startsAnew?: boolean, hooks?: () => unknown[]) => {
    if (type && key !== undefined) families.sign(type, key, startsAnew, hooks)
    return type
  },
})

type Route = { path: string; Component: ComponentType }

/**
 * The routes of the exposed module, drawn by what stays through all builds; which that is shows when their build is
 * taken.
 */
export const refreshing = (routes: Route[]) =>
  routes.map(({ path, Component }) => ({
    path,
    get Component() {
      return families.stable(Component)
    },
  }))
