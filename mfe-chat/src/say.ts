import { addMessages, messagesOf } from '@interline/shared'
import english from './messages.en.json'

addMessages('chat', english)

export const say = messagesOf('chat')
