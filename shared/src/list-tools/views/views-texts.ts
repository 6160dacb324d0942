import { messages } from '../../i18n/messages.ts'
import english from './views.en.json'

export const t = messages('views', english)
