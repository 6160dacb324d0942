import { expect, it } from 'vitest'
import { findTrouble } from './trouble.ts'

const failure = (marks: object) => Object.assign(new Error('not today'), marks)
const titleOf = (marks: object) => findTrouble(failure(marks))?.title

it.each([
  ['a database that takes no connections', { severity: 'FATAL', code: '55000' }],
  ['a database that is gone', { severity: 'FATAL', code: '3D000' }],
  ['a password that was changed', { severity: 'FATAL', code: '28P01' }],
  ['a pooler that lost its server', { severity: 'FATAL', code: '08P01' }],
  ['a name that is not resolved at the moment', { code: 'EAI_AGAIN' }],
  ['a machine that has no way there', { code: 'EHOSTUNREACH' }],
])('takes %s for one that cannot be reached', (_what, marks) => {
  expect(titleOf(marks)).toBe('The database cannot be reached')
})

it('keeps what is known better of a connection that was ended', () => {
  expect(titleOf({ severity: 'FATAL', code: '53300' })).toBe('The database is busy')
})

it('leaves a mistake of ours what it is', () => {
  expect(titleOf({ severity: 'ERROR', code: '55000' })).toBeUndefined()
  expect(titleOf({ severity: 'ERROR', code: '42P01' })).toBeUndefined()
})
