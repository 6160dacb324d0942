import { addMessages } from '@interline/shared/i18n'
import english from './connect.en.json'

// Loaded with the form, not with the list.
addMessages('drivers', english)

export { useT } from '../messages.ts'
