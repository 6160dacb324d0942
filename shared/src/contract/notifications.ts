/** Kinds of notifications; a newer server may have others. */
export const notificationKinds = [
  'driver-registered',
  'user-registered',
  'driver-changed',
  're-verification-asked',
  'booking-made',
  'booking-changed',
  'message-received',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** How many of those before `before` are answered at most. */
export const olderNotifications = 50

/** As many as the bell asks for, and as one administrator's marks are kept of. */
export const newestNotifications = 200
