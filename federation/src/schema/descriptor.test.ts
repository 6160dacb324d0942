import { expect, it } from 'vitest'
import { remoteSource } from './descriptor.ts'

const entry = { title: 'Depots', path: '/depots', icon: 'depots', order: 1 }
const source = {
  name: 'depots',
  title: 'Depots',
  owner: 'Depots team',
  routes: ['/depots'],
  sidebar: [entry],
  requires: { shell: '^1.0.0', backend: [] },
}

it('takes a permission for a route and for an entry of the sidebar', () => {
  const named = {
    ...source,
    permissions: { '/depots': 'drivers:read' },
    sidebar: [{ ...entry, permission: 'audit:read' }],
  }
  expect(remoteSource.parse(named)).toEqual(named)
})

it.each([
  [{ permissions: { '/depots': 'everything' } }, 'permissions./depots'],
  [{ permissions: { depots: 'drivers:read' } }, 'permissions.depots'],
  [{ sidebar: [{ ...entry, permission: 'drivers' }] }, 'sidebar.0.permission'],
])('refuses %j and names where', (wrong, path) => {
  const { error } = remoteSource.safeParse({ ...source, ...wrong })
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
})
