import { messages } from '@interline/shared/i18n'
import english from './second-factor.en.json'

// Loaded when a second factor is asked for or set up, not with the frame.
export const t = messages('second-factor', english)
