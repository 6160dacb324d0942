/** How far lists are sorted, walked over and looked through at a request, in rows. */
export const listLimits = {
  /** So many rows are found and sorted at each request. */
  few: 30_000,
  /** So many of them are sorted from either end; further in, only those about the page. */
  sorted: 1000,
  /** So many rows are walked over from either end. */
  near: 5000,
  /** From one known place of a walk to the next. */
  step: 1000,
  /** A row that is looked up takes as long as so many that are walked over. */
  found: 20,
  /** So many rows are looked at at once for those with a needle, so many of which are met rather than found from a known place. */
  met: 20_000,
  nearMet: 200,
  /** So many rows tell how common a needle is. */
  sample: 4000,
}
export type ListLimits = typeof listLimits
