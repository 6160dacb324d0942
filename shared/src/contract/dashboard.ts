/** Rows are counted up to so many; `isMore` says that there are more. */
export const attentionLimit = 10_000

/** Documents that expire within so many days from today. */
export const expiringDays = 30

/** The longest period that can be asked for, in days. */
export const longestPeriod = 366

/** How many corridors are told by each order. */
export const corridorsShown = 10
