import { addMessages, messagesOf, useMessages } from '@interline/shared/i18n'
import messages from './messages.en.json'

addMessages('shell', messages)

export const useT = () => useMessages('shell')
export const t = messagesOf('shell')
