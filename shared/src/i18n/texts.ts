import { messages } from './messages.ts'
import english from './messages.en.json'

/** The texts that every part may say, e.g. `t('cancel')`. */
export const t = messages('shared', english)
