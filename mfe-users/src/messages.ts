import { addMessages, messagesOf, useMessages } from '@interline/shared'
import english from './messages.en.json'

addMessages('users', english)

export const say = messagesOf('users')
export const useSay = () => useMessages('users')
