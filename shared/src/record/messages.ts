import { addMessages, messagesOf } from '../i18n/messages.ts'
import english from './record.en.json'

addMessages('record', english)

export const t = messagesOf('record')
