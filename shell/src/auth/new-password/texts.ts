import { messages } from '@interline/shared/i18n'
import english from './new-password.en.json'

// Loaded with these pages, not with the frame.
export const t = messages('shell', english)
