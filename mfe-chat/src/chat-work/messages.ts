import { addMessages, messagesOf } from '@interline/shared/i18n'
import english from './work.en.json'

addMessages('chat-work', english)

export const t = messagesOf('chat-work')
