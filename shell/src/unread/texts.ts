import { messages } from '@interline/shared/i18n'
import english from './unread.en.json'

// Loaded with what alerts and its fields, not with the frame.
export const t = messages('unread', english)
