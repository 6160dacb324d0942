import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

it.each(['1234567890', 'password123', 'Password123', 'QWERTYUIOP', 'q1w2e3r4t5', 'aaaaaaaaaa', 'iloveyou123'])(
  'knows %s as common',
  (password) => {
    expect(isCommonPassword(password)).toBe(true)
  },
)

it.each(['interline-demo', 'a good password', 'correct horse battery', '# Permission is hereby', '', 'x'.repeat(1024)])(
  'does not take %s for a common one',
  (password) => {
    expect(isCommonPassword(password)).toBe(false)
  },
)

it('has more than the three thousand that ASVS 6.2.4 asks for, none of them too short to be set', () => {
  const lines = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const passwords = lines.slice(lines.indexOf('') + 1)
  expect(passwords.length).toBeGreaterThanOrEqual(3000)
  expect(new Set(passwords).size).toBe(passwords.length)
  expect(passwords.filter((password) => password.length < 10 || !isCommonPassword(password))).toEqual([])
})
