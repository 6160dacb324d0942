import { messages } from '@interline/shared/i18n'
import english from './import.en.json'

// Loaded with the screen of the import, not with the list.
export const t = messages('import', english)
