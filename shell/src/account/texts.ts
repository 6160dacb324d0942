import { messages } from '@interline/shared/i18n'
import english from './account.en.json'

// Loaded with the screen, not with the frame.
export const t = messages('shell', english)
