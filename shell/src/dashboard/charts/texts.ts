import { addMessages, messagesOf } from '@interline/shared/i18n'
import english from './charts.en.json'

// Loaded when the charts come into view, not with the frame.
addMessages('charts', english)

export const t = messagesOf('charts')
