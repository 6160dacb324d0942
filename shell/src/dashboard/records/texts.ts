import { addMessages, messagesOf } from '@interline/shared/i18n'
import english from './records.en.json'

// Loaded behind the counts, not with the frame.
addMessages('dashboard-records', english)

export const t = messagesOf('dashboard-records')
