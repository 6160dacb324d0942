import { addMessages, useMessages } from '../../i18n/messages.ts'
import english from './calendar.en.json'

// Loaded with the lists, not with the frame.
addMessages('calendar', english)

export const useCalendarTexts = () => useMessages('calendar')
