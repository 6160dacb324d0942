import { addMessages, messagesOf } from '@interline/shared/i18n'
import english from './messages.en.json'

addMessages('team', english)

export const t = messagesOf('team')
