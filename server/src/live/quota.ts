/** Answers whether one more is still within `max` in `perMs`; a window begins with the first one. */
export function createQuota(max: number, perMs: number, now = Date.now): () => boolean {
  let endsAt = 0
  let taken = 0
  return () => {
    if (now() >= endsAt) [endsAt, taken] = [now() + perMs, 0]
    taken += 1
    return taken <= max
  }
}
