import { messages } from '@interline/shared/i18n'
import english from './messages.en.json'

export const t = messages('drivers', english)
