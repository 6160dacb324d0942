import { addMessages, messagesOf } from '@interline/shared/i18n'
import english from './queue.en.json'

// Loaded with the queue, not with the list.
addMessages('queue', english)

export const t = messagesOf('queue')
