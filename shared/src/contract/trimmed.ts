/**
 * A code point that can be seen, as a pattern: no white space, no control, none without a shape such as U+200B and
 * U+3164, and no empty cell of braille.
 */
export const visible = String.raw`[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]`

const anyVisible = new RegExp(visible, 'u')

/** A text without white space at its ends; empty when nothing of it can be seen. */
export const trimmed = (text: string): string => (anyVisible.test(text) ? text.trim() : '')
