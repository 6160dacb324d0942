import { messages } from '@interline/shared/i18n'
import english from './queue.en.json'

// Loaded with the queue, not with the list.
export const t = messages('queue', english)
