// Cells that begin like a formula, also after blanks and after a separator: a spreadsheet whose decimals have commas
// splits lines at semicolons, even inside quotes.
const formula = /((?:^|[;\t|])[\s"\u200B\uFEFF]*)(?=[=+\-@＝＋－＠])/gu
const guarded = /((?:^|[;\t|])[\s"\u200B\uFEFF]*)'(?=[=+\-@＝＋－＠])/gu
/** At the beginning of a cell; what `escape_formulas` of csv-stringify guards besides. */
const control = /^(?=[\t\r])/

/** A text with an apostrophe before what a spreadsheet would run as a formula; the rest is csv-stringify's. */
export const withoutFormula = (text: string) => text.replace(formula, "$1'")

/** The text as a cell of our files has it. */
export const toCell = (text: string) => withoutFormula(text).replace(control, "'")

/** The text of a cell of our files. One that has such apostrophes of its own cannot be told from a guarded one. */
export const fromCell = (cell: string) => cell.replace(/^'(?=[\t\r])/, '').replace(guarded, '$1')
