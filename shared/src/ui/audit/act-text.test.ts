import { expect, it } from 'vitest'
import { actText, resourceText } from './act-text.ts'

it.each([
  [actText('refused-sign-in'), 'Sign-in refused'],
  [actText('some-later_act'), 'Some later act'],
  [actText('toString'), 'ToString'],
  [resourceText('booking'), 'User ride'],
  [resourceText('release'), 'Release'],
])('says an act in words: %s', (text, wanted) => {
  expect(text).toBe(wanted)
})
