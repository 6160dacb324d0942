export { cutStateId, formatAmount, formatCount, formatTotal, notAvailable, orNotAvailable } from './formats.ts'
export { trimmed, visible } from '../contract/trimmed.ts'
export { addMessages, messagesOf, useMessages } from './messages.ts'
export type { Messages, MessageValues, Translate } from './messages.ts'
