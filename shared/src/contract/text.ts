import { z } from 'zod'
import { trimmed } from './trimmed.ts'

/** A text, `trimmed`. */
export const mayBeBlank = (max: number) => z.string().overwrite(trimmed).max(max)

/** A text of which something can be seen, `trimmed`. */
export const text = (max: number) => mayBeBlank(max).min(1, 'must not be blank')
