import { messages } from '@interline/shared/i18n'
import english from './record.en.json'

// The texts of this page alone; those of the list are there already.
export const recordText = messages('drivers-record', english)
