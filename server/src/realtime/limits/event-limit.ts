import type { Caller } from '../../repositories/accounts/sessions.ts'

/** Events of one person in a minute, from all of their sockets on this node: more than anybody types and scrolls. */
const mostEvents = 600
/** Sockets that a person opens in a minute: all that they may have, five times. Each further one counts as refused. */
const mostConnects = 300
/** A person who has more than this refused in a minute, for whatever reason, is cut off until the minute is over. */
const mostRefused = 300

export type EventLimit = ReturnType<typeof createEventLimit>

/**
 * Counts what people send before anything of it is read. `cutOff` is called for each event above `mostRefused`, and
 * the first time in a minute with `isFirst`. A timer ends the minute: no clock that is set changes its length.
 */
export function createEventLimit(cutOff: (caller: Caller, isFirst: boolean) => void, minute = 60_000) {
  const people = new Map<string, { events: number; connects: number; refused: number }>()
  const timer = setInterval(() => people.clear(), minute)
  timer.unref()
  function countsOf({ _id }: Caller) {
    const known = people.get(_id)
    if (known) return known
    const counts = { events: 0, connects: 0, refused: 0 }
    people.set(_id, counts)
    return counts
  }
  function countRefused(caller: Caller) {
    const refused = (countsOf(caller).refused += 1)
    if (refused > mostRefused) cutOff(caller, refused === mostRefused + 1)
  }
  return {
    /** Counts an event; whether it is within the limit. */
    take: (caller: Caller) => (countsOf(caller).events += 1) <= mostEvents,
    countRefused,
    countConnect(caller: Caller) {
      if ((countsOf(caller).connects += 1) > mostConnects) countRefused(caller)
    },
    /** Cuts off at once who floods by what is no event. */
    cutOff(caller: Caller) {
      const counts = countsOf(caller)
      counts.refused = Math.max(counts.refused, mostRefused)
      countRefused(caller)
    },
    isCutOff: ({ _id }: Caller) => (people.get(_id)?.refused ?? 0) > mostRefused,
    close: () => clearInterval(timer),
  }
}
