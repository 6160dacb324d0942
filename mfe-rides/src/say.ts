import { addMessages, messagesOf } from '@interline/shared'
import english from './messages.en.json'

addMessages('rides', english)

export const say = messagesOf('rides')
