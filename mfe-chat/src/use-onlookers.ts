import { useEffect, useState } from 'react'
import { connectSocket, getSocket, useConnection, useSession, useSocketEvent } from '@interline/shared'
import type { LookAtAck, Onlooker } from '@interline/shared/contract'

const nobody: readonly Onlooker[] = []

/** The other administrators who have this conversation in sight; they are told of this one while the page is visible. */
export function useOnlookers(partyId: string): readonly Onlooker[] {
  const me = useSession(({ user }) => user?._id ?? '')
  const [admins, setAdmins] = useState(nobody)
  const isConnected = useConnection(({ state }) => state === 'connected')
  useSocketEvent('onlookers-changed', (changed) => {
    if (changed.partyId === partyId) setAdmins(changed.admins)
  })

  useEffect(() => {
    const live = getSocket()
    const look = (at: string | null) => {
      if (!live.connected) return connectSocket()
      live.emit('look-at', { partyId: at }, (answer: LookAtAck) => {
        if (answer?.success === true) setAdmins(answer.data)
      })
    }
    const tell = () => look(document.visibilityState === 'visible' ? partyId : null)
    live.on('connect', tell)
    document.addEventListener('visibilitychange', tell)
    tell()
    return () => {
      live.off('connect', tell)
      document.removeEventListener('visibilitychange', tell)
      if (live.connected) live.emit('look-at', { partyId: null })
    }
  }, [partyId])

  return isConnected ? admins.filter(({ _id }) => _id !== me) : nobody
}
