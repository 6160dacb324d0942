import { expect, it, vi } from 'vitest'
import { storeOfThree } from '../../testing/stored-parts.ts'
import { nameOfActor } from './actor.ts'

vi.mock('node:os', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:os')>()),
  userInfo: () => {
    throw new Error('ENOENT: no such file or directory, uv_os_get_passwd')
  },
}))

it('a user without a name acts under a number; one that says a name under that', () => {
  const { folder } = storeOfThree()
  expect(nameOfActor(folder, {})).toBe(`user ${process.getuid?.() ?? 'without a name'}`)
  expect(nameOfActor(folder, { RELEASE_MANAGER: 'mara' })).toBe('mara')
})
