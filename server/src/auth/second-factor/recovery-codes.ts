import { createHash, randomInt } from 'node:crypto'

const howMany = 10
// Without what is taken for another when it is read from paper: i, l, o, u, 0 and 1.
const letters = 'abcdefghjkmnpqrstvwxyz23456789'
const groups = 4
const groupLength = 4

const newCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

/** Ten codes of 78 bits each, such as `k7pd-x2mn-…`; only their hashes are stored. */
export const newRecoveryCodes = () => Array.from({ length: howMany }, newCode)

/** A hash without salt is enough: a code is random, and too long to be guessed. */
export const hashRecoveryCode = (code: string) =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('hex')
