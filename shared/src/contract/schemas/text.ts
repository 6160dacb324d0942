import { z } from 'zod'
import { passwordMaxLength } from '../lengths.ts'
import { trimmed } from '../trimmed.ts'

/** A text, `trimmed`. */
export const mayBeBlank = (max: number) => z.string().overwrite(trimmed).max(max)

/** A text of which something can be seen, `trimmed`. */
export const text = (max: number) => mayBeBlank(max).min(1, 'must not be blank')

// NFKC: what all keyboards and systems write for one password is one.
const normalized = z.string().normalize('NFKC').max(passwordMaxLength)

/** A password that is checked. */
export const password = normalized.min(1)

/** A password that is set. */
export const newPassword = normalized.min(10)
