export { cutStateId, formatAmount, formatCount, formatTotal, notAvailable, orNotAvailable } from './formats.ts'
export { messages } from './messages.ts'
export { t } from './texts.ts'
export type { Messages, MessageValues, Translate } from './messages.ts'
