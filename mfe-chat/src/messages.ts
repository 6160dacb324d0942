import { addMessages, messagesOf } from '@interline/shared/i18n'
import english from './messages.en.json'

addMessages('chat', english)

export const t = messagesOf('chat')
