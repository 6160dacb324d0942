import { messages } from '@interline/shared/i18n'
import english from './edit.en.json'

// Loaded with the form, not with the list.
export const t = messages('drivers', english)
