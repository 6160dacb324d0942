import { expect, it } from 'vitest'
import { fold, licenceKey, nameKey } from './fold.ts'

it.each([
  ['Zoë', 'zoe'],
  ['Zoe\u0308', 'ZOË'],
  ['İpek Işık', 'ipek ışık'],
  ['ΣΟΦΊΑ Παππάς', 'σοφια παππασ'],
  ['Groß', 'GROSS'],
  ['GROẞ', 'groß'],
  ['Søren Łuk Đorđe Æsa Œuvre Ðóra Þór', 'soren luk dorde aesa oeuvre dora thor'],
  ['Семён Цой', 'семен цои'],
  ['O’Brien', "o'brien"],
  ['O´Brien', 'o`brien'],
  ['Ann–Marie', 'ann-marie'],
  ['Ann\u2011Marie', 'ann−marie'],
  ['\u202ADa\u200Bna\u202C', 'dana'],
  ['ﬁona', 'fiona'],
  ['１２３', '123'],
])('%j folds as %j does', (one, other) => expect(fold(one)).toBe(fold(other)))

it('is the same when it is folded again, whatever the character', () => {
  for (let code = 0; code < 0x30000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    const folded = fold(String.fromCodePoint(code))
    expect(fold(folded), code.toString(16)).toBe(folded)
  }
})

it('sorts names without their accents, and then as they are written', () =>
  expect(['Zoë', 'Ángel', 'Zoe', 'Bo', 'zoe', 'Zoe A'].sort((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1))).toEqual([
    'Ángel',
    'Bo',
    'Zoe',
    'Zoë',
    'zoe',
    'Zoe A',
  ]))

it('has a key that an index takes, of any name', () =>
  expect(Buffer.byteLength(nameKey('\uFDFA'.repeat(500)))).toBeLessThan(2000))

it('keeps the letters and digits of any alphabet of a licence number', () => {
  expect(licenceKey('tx-83 1177')).toBe('TX831177')
  expect(licenceKey('АВС 482913')).not.toBe(licenceKey('ЕКТ 482913'))
  expect(licenceKey('AB‑12/3')).toBe(licenceKey('ab 12 3'))
})
