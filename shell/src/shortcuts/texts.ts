import { addMessages, useMessages } from '@interline/shared/i18n'
import english from './shortcuts.en.json'

// Loaded with the dialog, not with the frame.
addMessages('shortcuts', english)

export const useT = () => useMessages('shortcuts')
