/** Letters that Unicode does not take apart, in upper case. */
const letters: Record<string, string> = { Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Æ: 'AE', Œ: 'OE', Þ: 'TH', ẞ: 'SS' }
/** Apostrophes that Unicode takes for an accent on a space. */
const accents = /[´\u1FBD\u1FBF\u1FFD]/g
const apostrophes = /[`‘’‚‛ʹʻʼʽˈ′‵]/g
const dashes = /[\p{Pd}−⁃]/gu
const ignored = /[\u0300-\u036F\p{Default_Ignorable_Code_Point}]/gu

/**
 * A text as it is searched and sorted by: without accents and marks that nobody sees, with one apostrophe and one dash,
 * in upper case. `fold('Zoë d’Ångström')` is `ZOE D'ANGSTROM`, in either Unicode form.
 */
export const fold = (text: string): string =>
  text
    .replace(accents, "'")
    .normalize('NFKD')
    .replace(ignored, '')
    .replace(apostrophes, "'")
    .replace(dashes, '-')
    .toUpperCase()
    .replace(/[ØŁĐÐÆŒÞẞ]/g, (letter) => letters[letter] ?? letter)

/** No index takes more than some 2,700 bytes. */
const longestKey = 200

/** Names are sorted by this: folded, then the name itself. */
export const nameKey = (name: string): string => `${fold(name).slice(0, longestKey)}\n${name.slice(0, longestKey)}`

/** A driving licence's number as it is compared: its letters and digits. `licenceKey('TX-83 1177')` is `TX831177`. */
export const licenceKey = (number: string): string =>
  fold(number)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, longestKey)
