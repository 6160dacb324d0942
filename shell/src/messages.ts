import { addMessages, messagesOf, useMessages } from '@interline/shared'
import messages from './messages.en.json'

addMessages('shell', messages)

export const useSay = () => useMessages('shell')
export const say = messagesOf('shell')
