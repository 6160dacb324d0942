import { messages } from '@interline/shared/i18n'
import english from './charts.en.json'

// Loaded when the charts come into view, not with the frame.
export const t = messages('charts', english)
