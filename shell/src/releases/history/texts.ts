import { addMessages } from '@interline/shared/i18n'
import english from './releases.en.json'

// Loaded with the screen, not with the frame.
addMessages('shell', english)

export { useT } from '../../messages.ts'
