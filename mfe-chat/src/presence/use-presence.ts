import { useEffect, useState } from 'react'
import { connectSocket, getSocket, useConnection } from '@interline/shared/realtime'
import { useBackend } from '@interline/shared/session'
import { type Presence, type WatchPresenceAck, mostWatched } from '@interline/shared/contract'

type Known = ReadonlyMap<string, Presence>

const unknown: Known = new Map()
// A connection watches one set of people: all that the parts of the screen show.
const watchers = new Map<object, readonly string[]>()
const watched = () => [...new Set([...watchers.values()].flat())].slice(0, mostWatched)

/** Those people who are online. Empty while this page is not connected, and with a backend that knows no presence. */
export function usePresence(partyIds: readonly string[]): Known {
  const [known, setKnown] = useState(unknown)
  const isConnected = useConnection(({ state }) => state === 'connected')
  const isOffered = useBackend().has('presence')
  const wanted = isOffered ? partyIds.slice(0, mostWatched).toSorted().join(' ') : ''

  useEffect(() => {
    if (wanted === '') return
    const socket = getSocket()
    const watcher = {}
    watchers.set(watcher, wanted.split(' '))
    const changed = new Set<string>()
    let requests = 0
    const update = (news: readonly Presence[]) =>
      setKnown((before) => new Map([...before, ...news.map((one) => [one.partyId, one] as const)]))
    const onChange = (one: Presence) => {
      changed.add(one.partyId)
      update([one])
    }
    const watch = () => {
      const request = (requests += 1)
      changed.clear()
      socket.emit('watch-presence', { partyIds: watched() }, (answer: WatchPresenceAck) => {
        if (request !== requests || answer?.success !== true) return
        // A change after the request is newer than its answer.
        update(answer.data.filter(({ partyId }) => !changed.has(partyId)))
      })
    }
    socket.on('presence-changed', onChange)
    socket.on('connect', watch)
    if (socket.connected) watch()
    else connectSocket()
    return () => {
      requests += 1
      socket.off('presence-changed', onChange)
      socket.off('connect', watch)
      watchers.delete(watcher)
      if (socket.connected) socket.emit('watch-presence', { partyIds: watched() })
    }
  }, [wanted])

  return isConnected ? known : unknown
}
