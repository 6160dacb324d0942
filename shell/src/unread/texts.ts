import { addMessages, useMessages } from '@interline/shared/i18n'
import english from './unread.en.json'

// Loaded with what alerts and its fields, not with the frame.
addMessages('unread', english)

export const useT = () => useMessages('unread')
