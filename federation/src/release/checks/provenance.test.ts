import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { builtRemote } from '../../testing/built-part.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { publish } from '../artifacts/publish.ts'
import { pin, rollback } from '../commit/plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'

let store: ReleaseStore
const policy = (says: object) => writeFileSync(join(store.folder, 'policy.json'), JSON.stringify(says))
const commit = 'a'.repeat(40)
const repository = 'https://git.example.com/team/parts'
const pinOf = (provenance: { commit: string; repository?: string; builder: string } | undefined) =>
  pin(
    store,
    [putRemote(store, 'drivers', { version: '1.1.0', build: build(1), ...(provenance && { provenance }) })],
    mara,
  )

beforeEach(() => {
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
})

it('a build that names none is pinned, unless the policy asks for it', () => {
  expect(pinOf(undefined).number).toBe(2)
  policy({ requireProvenance: true })
  const again = () => pin(store, [putRemote(store, 'users')], mara)
  expect(again).toThrow(/users, provenance: the build names no commit, which the policy requires/)
  expect(rollback(store, 1, mara).number).toBe(3)
})

it.each<[string, object, { commit: string; repository?: string }, RegExp | null]>([
  ['of a commit', { requireProvenance: true }, { commit }, null],
  [
    'of changed files',
    { requireProvenance: true },
    { commit: `${commit}+` },
    /built from changed files of commit a{40};/,
  ],
  ['of our repository', { repositories: [repository] }, { commit, repository }, null],
  [
    'of another',
    { repositories: [repository] },
    { commit, repository: 'https://git.example.com/x' },
    /it is of https:.*x;/,
  ],
  ['of none', { repositories: [repository] }, { commit }, /it is of no repository; the policy allows https/],
])('a build %s with the policy %o', (_, says, from, refused) => {
  policy(says)
  const act = () => pinOf({ ...from, builder: 'a person' })
  if (refused) expect(act).toThrow(refused)
  else expect(act().remotes.drivers?.descriptor.provenance).toEqual({ ...from, builder: 'a person' })
})

it('the same sources from another commit are the build that is published', () => {
  const at = (sha: string) =>
    publish(store, builtRemote('users', { provenance: { commit: sha.repeat(40), builder: 'a person' } }), {
      by: 'mara',
    })
  expect(at('a').isNew).toBe(true)
  expect(at('b')).toMatchObject({ isNew: false, descriptor: { provenance: { commit } } })
  expect(() => publish(store, builtRemote('users', { title: 'Others' }), { by: 'mara' })).toThrow(/with other bytes/)
})
