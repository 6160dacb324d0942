import { addMessages, useMessages } from '@interline/shared/i18n'
import english from './search.en.json'

// Loaded with the dialog, not with the frame.
addMessages('search', english)

export const useT = () => useMessages('search')
