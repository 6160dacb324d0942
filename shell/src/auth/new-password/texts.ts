import { addMessages } from '@interline/shared/i18n'
import english from './new-password.en.json'

// Loaded with these pages, not with the frame.
addMessages('shell', english)

export { useT } from '../../messages.ts'
