import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many answers may be open in a group: of one client, of one address, or of all. */
export type Bound = {
  group: string
  most: number
  /** Where it is reached, the answer whose reader has let it wait for longest gives its place to the new one. */
  replaces?: true
  /** New ones are taken all the same, since most are written at once; those that wait for longest are cut soon. */
  exceeds?: true
}
type Answer = { response: ServerResponse; socket: Socket; bounds: Bound[]; taken: number; since: number }

/** A reader takes at least one piece of a file in half a minute. */
const least = { bytes: 64 * 1024, inMs: 30_000 }
const mostHeldBytes = 64 * 1024 * 1024
/** For each the system frees megabytes, and nothing is answered meanwhile. */
const mostCutsAtOnce = 64

/**
 * Bounds the answers that are open: people who do not read them would hold them for ever. An answer that its reader
 * lets wait is cut by a reset, so that the system keeps nothing of it either; one that is read may take as long as it
 * likes. A reader is seen to take something when the system's own buffer, of up to 4 MB, has room again.
 * This file stands in `server` and in `federation`, which import nothing from each other.
 */
export function openAnswers({ inMs = least.inMs, lookEveryMs = 250 } = {}) {
  const open = new Set<Answer>()

  function cut(answer: Answer) {
    open.delete(answer)
    answer.socket.resetAndDestroy()
  }
  /** For how long the reader of an answer has taken too little; 0 where nothing waits for it. */
  function waited(answer: Answer): number {
    const { response, socket } = answer
    const now = performance.now()
    const taken = socket.bytesWritten - socket.writableLength
    const isWaiting = response.socket !== null && response.writableLength > 0
    if (!isWaiting || taken - answer.taken >= least.bytes) Object.assign(answer, { taken, since: now })
    return isWaiting ? now - answer.since : 0
  }
  /** The answers that wait for their readers, those that have waited for longest first. */
  const waiting = (answers: Iterable<Answer>) =>
    Array.from(answers, (answer) => ({ answer, ms: waited(answer) }))
      .filter(({ ms }) => ms > 0)
      .sort((a, b) => b.ms - a.ms)
  const membersOf = (wanted: string) => [...open].filter(({ bounds }) => bounds.some(({ group }) => group === wanted))
  const haveRoom = (bounds: Bound[]) =>
    bounds.every(({ group, most, replaces, exceeds }) => {
      const members = exceeds ? [] : membersOf(group)
      if (members.length < most) return true
      const [longest] = replaces ? waiting(members) : []
      if (longest) cut(longest.answer)
      return longest !== undefined
    })

  const timer = setInterval(() => {
    let held = 0
    const counts = new Map<string, number>()
    const add = ({ bounds, response }: Answer, sign: 1 | -1) => {
      held += sign * response.writableLength
      for (const { group } of bounds) counts.set(group, (counts.get(group) ?? 0) + sign)
    }
    for (const answer of open) {
      // Node closes no answer that stood behind another one on a line that ended: its file would stay open.
      if (answer.socket.destroyed) answer.response.emit('close')
      else add(answer, 1)
    }
    let cuts = 0
    for (const { answer, ms } of waiting(open)) {
      if (cuts === mostCutsAtOnce) break
      const areTooMany = answer.bounds.some(({ group, most }) => (counts.get(group) ?? 0) > most)
      if (ms < inMs && held <= mostHeldBytes && !areTooMany) continue
      add(answer, -1)
      cut(answer)
      cuts += 1
    }
  }, lookEveryMs)
  timer.unref()

  return {
    haveRoom,
    /** Takes a place for an answer until it ends; false where there is none. */
    take(response: ServerResponse, bounds: Bound[]): boolean {
      if (!haveRoom(bounds)) return false
      const answer = { response, socket: response.req.socket, bounds, taken: 0, since: performance.now() }
      open.add(answer)
      response.once('close', () => open.delete(answer))
      return true
    },
    close: () => clearInterval(timer),
  }
}
