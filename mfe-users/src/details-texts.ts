import { addMessages, messagesOf } from '@interline/shared/i18n'
import english from './details.en.json'

// Loaded with what shows all of a user, not with the list.
addMessages('users-details', english)

export const detailsText = messagesOf('users-details')
