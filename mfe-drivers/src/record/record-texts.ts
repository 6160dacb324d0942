import { addMessages, messagesOf } from '@interline/shared/i18n'
import english from './record.en.json'

addMessages('drivers-record', english)

/** The texts of this page alone; those of the list are there already. */
export const recordText = messagesOf('drivers-record')
