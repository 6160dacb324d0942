import { messages } from '@interline/shared/i18n'
import english from './records.en.json'

// Loaded behind the counts, not with the frame.
export const t = messages('dashboard-records', english)
