import { messages } from '../i18n/messages.ts'
import english from './record.en.json'

export const t = messages('record', english)
