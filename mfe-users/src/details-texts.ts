import { messages } from '@interline/shared/i18n'
import english from './details.en.json'

// Loaded with what shows all of a user, not with the list.
export const detailsText = messages('users-details', english)
