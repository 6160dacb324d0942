import { addMessages, messagesOf, useMessages } from '@interline/shared/i18n'
import english from './messages.en.json'

addMessages('team', english)

export const t = messagesOf('team')
export const useT = () => useMessages('team')
