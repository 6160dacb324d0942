import { addMessages, messagesOf, useMessages } from '@interline/shared/i18n'
import english from './messages.en.json'

addMessages('users', english)

export const t = messagesOf('users')
export const useT = () => useMessages('users')
