import { useEffect, useState } from 'react'
import { connectSocket, getSocket, useConnection, useSocketEvent } from '@interline/shared/realtime'
import { useBackend, useSession } from '@interline/shared/session'
import type { ViewConversationAck, Viewer } from '@interline/shared/contract'

const nobody: readonly Viewer[] = []

/**
 * The other administrators who view this conversation. They see this one as a viewer while the page is visible.
 */
export function useViewers(partyId: string): readonly Viewer[] {
  const me = useSession(({ user }) => user?._id ?? '')
  const [admins, setAdmins] = useState(nobody)
  const isConnected = useConnection(({ state }) => state === 'connected')
  useSocketEvent('onlookers-changed', (changed) => {
    if (changed.partyId === partyId) setAdmins(changed.admins)
  })

  const isOffered = useBackend().has('presence')
  useEffect(() => {
    if (!isOffered) return
    const socket = getSocket()
    const emitView = (viewed: string | null) => {
      if (!socket.connected) return connectSocket()
      socket.emit('look-at', { partyId: viewed }, (answer: ViewConversationAck) => {
        if (answer?.success === true) setAdmins(answer.data)
      })
    }
    const emitVisible = () => emitView(document.visibilityState === 'visible' ? partyId : null)
    socket.on('connect', emitVisible)
    document.addEventListener('visibilitychange', emitVisible)
    emitVisible()
    return () => {
      socket.off('connect', emitVisible)
      document.removeEventListener('visibilitychange', emitVisible)
      if (socket.connected) socket.emit('look-at', { partyId: null })
    }
  }, [partyId, isOffered])

  return isConnected ? admins.filter(({ _id }) => _id !== me) : nobody
}
