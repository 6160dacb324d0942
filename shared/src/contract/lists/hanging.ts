// A file of its own: the screens need it, and none of the schemas.

/** What a booking can hang in, and after how many hours it does. */
export const hangingHours = { Pending: 24, Started: 24 } as const
export type Hanging = keyof typeof hangingHours
