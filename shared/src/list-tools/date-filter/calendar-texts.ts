import { messages } from '../../i18n/messages.ts'
import english from './calendar.en.json'

// Loaded with the lists, not with the frame.
export const t = messages('calendar', english)
