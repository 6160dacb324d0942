import type { SigningKey } from './signing-key.ts'

/** What an earlier key signs to endorse this one. */
export const keyText = ({ id, publicKey, addedAt }: Pick<SigningKey, 'id' | 'publicKey' | 'addedAt'>) =>
  inlineJson({ id, publicKey, addedAt })

const escapes: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }

/**
 * A value as one line of JSON that can stand inside a `<script>` as it is: the text that is signed is the text that is
 * served.
 */
export const inlineJson = (value: unknown) =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => escapes[character] ?? '')
