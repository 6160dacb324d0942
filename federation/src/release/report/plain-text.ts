import { actingMarks } from '../../schema/index.ts'

const escaped = (char: string) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`

/** A text of somebody else as one line that a terminal only shows. */
export const oneLine = (text: string): string => text.replace(actingMarks, escaped)

/** Lines of which a terminal acts upon no more than the line breaks. */
export const harmlessLines = (text: string): string =>
  text.replace(actingMarks, (char) => (char === '\n' || char === '\t' ? char : escaped(char)))
