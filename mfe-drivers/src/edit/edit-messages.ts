import { addMessages } from '@interline/shared/i18n'
import english from './edit.en.json'

// Loaded with the form, not with the list.
addMessages('drivers', english)

export { t, useT } from '../messages.ts'
