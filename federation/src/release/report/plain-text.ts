const escaped = (char: string) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`

// Control characters, other line ends, and marks that turn the direction of what follows.
const acting = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text of somebody else as one line that a terminal only shows. */
export const oneLine = (text: string): string => text.replace(acting, escaped)

/** Lines of which a terminal acts upon no more than the line breaks. */
export const harmlessLines = (text: string): string =>
  text.replace(acting, (char) => (char === '\n' || char === '\t' ? char : escaped(char)))
