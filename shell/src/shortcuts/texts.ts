import { messages } from '@interline/shared/i18n'
import english from './shortcuts.en.json'

// Loaded with the dialog, not with the frame.
export const t = messages('shortcuts', english)
