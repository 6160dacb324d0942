import type { PinnedRemote } from '@interline/federation/runtime'
import { expect, it } from 'vitest'
import { isWithheld, offeredEntries } from './offered-entries.ts'

const remote = (...permissions: (string | undefined)[]) =>
  ({
    descriptor: {
      name: 'team',
      sidebar: permissions.map((permission, at) => ({ title: `Entry ${at}`, ...(permission && { permission }) })),
    },
  }) as unknown as PinnedRemote

const team = remote('administrators:write', 'audit:read')
const userOf = (admin_role?: 'owner' | 'admin' | 'support' | 'viewer') => ({
  _id: 'a1',
  full_name: 'Maya',
  email: '',
  role: 'admin' as const,
  profile_picture: null,
  ...(admin_role && { admin_role }),
})

it.each([
  ['an owner', userOf('owner'), ['Entry 0', 'Entry 1']],
  ['an admin', userOf('admin'), ['Entry 1']],
  ['support', userOf('support'), []],
  ['an administrator of a backend without roles', userOf(), []],
  ['a session that is over', null, ['Entry 0', 'Entry 1']],
])('offers %s the entries that they are permitted', (_who, user, wanted) => {
  expect(offeredEntries(team, user).map(({ title }) => title)).toEqual(wanted)
  expect(isWithheld(team, user)).toBe(wanted.length === 0)
})

it('offers everybody what names no permission, and nobody what names one that is not known', () => {
  expect(offeredEntries(remote(undefined, 'moon:read'), userOf('owner')).map(({ title }) => title)).toEqual(['Entry 0'])
  expect(isWithheld(remote(), userOf('owner'))).toBe(false)
})
