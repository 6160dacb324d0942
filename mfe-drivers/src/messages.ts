import { addMessages, messagesOf, useMessages } from '@interline/shared'
import english from './messages.en.json'

addMessages('drivers', english)

export const say = messagesOf('drivers')
export const useSay = () => useMessages('drivers')
