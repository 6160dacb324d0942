import { addMessages, messagesOf } from '@interline/shared/i18n'
import english from './import.en.json'

// Loaded with the screen of the import, not with the list.
addMessages('import', english)

export const t = messagesOf('import')
