import { expect, it, vi } from 'vitest'
import type { Location } from '@interline/shared/router'
import { hiddenScreens, showScreen, type MountedScreen } from './mounted-screens.ts'

const at = (pathname: string, search = '', state: unknown = null): Location => ({
  pathname,
  search,
  hash: '',
  state,
  key: Math.random().toString(),
})
const keeps = (path: string) => path !== '*'
const show = (mounted: readonly MountedScreen[], location: Location, most = 6, path = location.pathname) =>
  showScreen(mounted, { path, location }, { most, keeps })
const paths = (mounted: readonly MountedScreen[]) => mounted.map(({ path }) => path)

it('puts the screen that is shown first, then the others, the latest first', () => {
  const all = ['/', '/drivers', '/users', '/drivers'].reduce<readonly MountedScreen[]>(
    (mounted, path) => show(mounted, at(path)),
    [],
  )
  expect(paths(all)).toEqual(['/drivers', '/users', '/'])
})

it('keeps only so many beside it', () => {
  const mounted = ['/', '/users', '/drivers', '/chats'].reduce<readonly MountedScreen[]>(
    (before, path) => show(before, at(path), 2),
    [],
  )
  expect(paths(mounted)).toEqual(['/chats', '/drivers', '/users'])
})

it('keeps no screen whose route says so', () => {
  const nowhere = show(show([], at('/')), at('/nowhere'), 6, '*')
  expect(paths(nowhere)).toEqual(['*', '/'])
  expect(paths(show(nowhere, at('/')))).toEqual(['/'])
})

it('leaves a screen as it was at the same address, and follows another', () => {
  const drivers = show([], at('/drivers', '?page=2'))
  expect(show(drivers, at('/drivers', '?page=2'))).toBe(drivers)
  const back = show(show(drivers, at('/users')), at('/drivers', '?page=2'))
  expect(back[0]?.location).toBe(drivers[0]?.location)
  const first = show(show(drivers, at('/users')), at('/drivers'))[0]
  expect(first?.location.search).toBe('')
  expect(first?.container).toBe(drivers[0]?.container)
})

it('takes one route with two ids, or with another state, for the same screen at another address', () => {
  const jane = show([], at('/user-chat/1', '', { full_name: 'Jane' }), 6, '/user-chat/:id')
  expect(show(jane, at('/user-chat/1', '', { full_name: 'Jane' }), 6, '/user-chat/:id')).toBe(jane)
  const other = show(jane, at('/user-chat/2'), 6, '/user-chat/:id')
  expect(other).toHaveLength(1)
  expect(other[0]?.location.pathname).toBe('/user-chat/2')
})

it.each([
  [undefined, 6],
  [8, 6],
  [4, 6],
  [2, 2],
  [0.5, 2],
])('with %s GB of memory keeps %i hidden screens', (deviceMemory, most) => {
  vi.stubGlobal('navigator', deviceMemory === undefined ? {} : { deviceMemory })
  expect(hiddenScreens()).toBe(most)
  vi.unstubAllGlobals()
})
