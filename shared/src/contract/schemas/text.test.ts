import { expect, it } from 'vitest'
import { mayBeBlank, text } from './text.ts'

it.each([
  ['nothing', ''],
  ['white space', ' \t\r\n\u00A0\u2003\u3000\uFEFF'],
  ['a zero-width space', '\u200B'],
  ['a filler of Hangul', '\u3164'],
  ['an empty cell of braille', '\u2800'],
  ['controls', '\u0007\u0085'],
  ['marks of direction and a selector', '\u200E\u202E\u2066\uFE0F'],
  ['invisible tags', '\u{E0041}\u{E0100}'],
  ['all of it', ' \u200B\u3164\u2800\u0001 '],
])('takes as blank: %s', (_, blank) => {
  expect(mayBeBlank(10).parse(blank)).toBe('')
  expect(
    text(10)
      .safeParse(blank)
      .error?.issues.map(({ message }) => message),
  ).toEqual(['must not be blank'])
})

it.each([
  ['letters with invisible ones among them', 'a\u200Bb', 'a\u200Bb'],
  ['white space at the ends', '\u00A0 Zoë \n', 'Zoë'],
  ['an emoji of several', '👩\u200D🚀', '👩\u200D🚀'],
  ['a mark that stands alone', '\u0301', '\u0301'],
  ['a full stop', '.', '.'],
])('keeps %s', (_, typed, kept) => {
  expect(text(20).parse(typed)).toBe(kept)
})

it('counts what is left', () => {
  expect(text(3).safeParse('  abc  ').success).toBe(true)
  expect(text(3).safeParse('abcd').success).toBe(false)
})
