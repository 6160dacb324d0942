import { inlineJson } from './inline-json.ts'
import type { SigningKey } from './signing-key.ts'

/** What an earlier key signs to endorse this one. */
export const keyText = ({ id, publicKey, addedAt }: Pick<SigningKey, 'id' | 'publicKey' | 'addedAt'>) => inlineJson({ id, publicKey, addedAt })
