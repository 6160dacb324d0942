import { addMessages, messagesOf } from '@interline/shared/i18n'
import english from './messages.en.json'

addMessages('rides', english)

export const t = messagesOf('rides')
