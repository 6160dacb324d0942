import { addMessages, messagesOf, useMessages } from '@interline/shared/i18n'
import english from './messages.en.json'

addMessages('drivers', english)

export const t = messagesOf('drivers')
export const useT = () => useMessages('drivers')
