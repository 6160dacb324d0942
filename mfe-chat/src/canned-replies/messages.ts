import { addMessages, messagesOf } from '@interline/shared/i18n'
import english from './replies.en.json'

addMessages('chat-replies', english)

export const t = messagesOf('chat-replies')
