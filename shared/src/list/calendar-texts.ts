import { addMessages, useMessages } from '../messages.ts'
import english from './calendar.en.json'

// Loaded with the lists, not with the frame.
addMessages('calendar', english)

export const useCalendarTexts = () => useMessages('calendar')
