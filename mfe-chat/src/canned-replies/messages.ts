import { messages } from '@interline/shared/i18n'
import english from './replies.en.json'

export const t = messages('chat-replies', english)
