/** Counts what is asked within a minute of the clock: returns whether this one is more than allowed. */
export function perMinute(allowed: number): () => boolean {
  let minute = 0
  let taken = 0
  return () => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, taken] = [now, 0]
    return (taken += 1) > allowed
  }
}
