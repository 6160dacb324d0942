export { ApiError, isApiError } from './api-error.ts'
export type { ApiErrorKind } from './api-error.ts'
export { api, getRows, postForDone } from './api.ts'
export { firstAnswerArrived } from './first-answer.ts'
export type { CallOptions, Query, Rows } from './api.ts'
export { bookingStatuses, isBookingStatus } from './booking-statuses.ts'
export { dayKey, daySpan, isDayKey, todayIn, toInstant } from './days.ts'
export type { DayKey } from './days.ts'
export {
  cutStateId,
  formatAmount,
  formatChatTime,
  formatCount,
  formatDate,
  formatRelative,
  notAvailable,
  orNotAvailable,
} from './formats.ts'
export { fileNameOf, safeHref } from './links.ts'
export { refreshSoon } from './live/refresh-soon.ts'
export type { Latest, News, Reads, Standing } from './live/standing.ts'
export { useStanding } from './live/use-standing.ts'
export { logFailure } from './log-failure.ts'
export { addMessages, messagesOf, useMessages } from './messages.ts'
export type { Messages, MessageValues, Say } from './messages.ts'
export { timeZoneInUse, usePreferences, useTimeZone } from './preferences.ts'
export type { ColourScheme, Preferences } from './preferences.ts'
export { queryClient, refreshNoun } from './query-client.ts'
export type { Noun } from './query-client.ts'
export { onSessionEnd, session, useSession } from './session.ts'
export type { SessionEnd, SessionState } from './session.ts'
export { readSettings } from './settings.ts'
export type { Settings } from './settings.ts'
export { connectSocket, disconnectSocket, getSocket, useConnection, useSocketEvent } from './socket.ts'
export type { ConnectionState, InterlineSocket } from './socket.ts'
