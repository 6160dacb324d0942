import { useEffect, useState } from 'react'
import { connectSocket, getSocket, onSessionEnd, useConnection } from '@interline/shared'
import type { Presence, WatchPresenceAck } from '@interline/shared/contract'

type Known = ReadonlyMap<string, Presence>

const mostWatched = 200
const nothing: Known = new Map()
// Whether the backend has shown that it knows of presence and typing: else it is told nothing of who types.
let isKnown = false

export const knowsPresence = (): boolean => isKnown

onSessionEnd(() => {
  isKnown = false
})

/** Who of these people is connected, as long as one is connected oneself; empty with a backend that does not tell. */
export function usePresence(partyIds: readonly string[]): Known {
  const [known, setKnown] = useState(nothing)
  const isConnected = useConnection(({ state }) => state === 'connected')
  const wanted = partyIds.slice(0, mostWatched).toSorted().join(' ')

  useEffect(() => {
    if (wanted === '') return
    const live = getSocket()
    const heard = new Set<string>()
    let asked = 0
    const learn = (news: readonly Presence[]) => setKnown((before) => new Map([...before, ...news.map((one) => [one.partyId, one] as const)]))
    const hear = (one: Presence) => {
      heard.add(one.partyId)
      learn([one])
    }
    const ask = () => {
      const number = (asked += 1)
      heard.clear()
      live.emit('watch-presence', { partyIds: wanted.split(' ') }, (answer: WatchPresenceAck) => {
        if (number !== asked || answer?.success !== true) return
        isKnown = true
        // What was heard after the question is newer than the answer.
        learn(answer.data.filter(({ partyId }) => !heard.has(partyId)))
      })
    }
    live.on('presence-changed', hear)
    live.on('connect', ask)
    if (live.connected) ask()
    else connectSocket()
    return () => {
      asked += 1
      live.off('presence-changed', hear)
      live.off('connect', ask)
      if (isKnown && live.connected) live.emit('watch-presence', { partyIds: [] })
    }
  }, [wanted])

  return isConnected ? known : nothing
}
