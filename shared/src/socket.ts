import { useEffect, useRef } from 'react'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { create } from 'zustand'
import type { ClientEvents, ServerEvents } from './contract/socket.ts'
import { refreshSoon } from './live/refresh-soon.ts'
import { readRowsChanged, tellAllRows, tellRows } from './live/row-changes.ts'
import { outdate } from './query-client.ts'
import { onSessionEnd, session } from './session.ts'
import { readSettings } from './settings.ts'

export type InterlineSocket = Socket<ServerEvents, ClientEvents>
export type ConnectionState = 'idle' | 'connecting' | 'connected' | 'lost'

/** Whether live updates arrive; `lost` while the socket tries again by itself. */
export const useConnection = create<{ state: ConnectionState }>()(() => ({ state: 'idle' }))

const setState = (state: ConnectionState) => useConnection.setState({ state })

let socket: InterlineSocket | undefined
let again: ReturnType<typeof setTimeout> | undefined

/** The one socket. It exists from the first call on and is connected as long as somebody is signed in. */
export function getSocket(): InterlineSocket {
  socket ??= openSocket()
  return socket
}

/** Connects when signed in and not connected yet (SPEC §4). Safe to call any number of times. */
export function connectSocket(): void {
  if (!session.getState().authenticated) return
  const live = getSocket()
  if (live.active) return
  setState('connecting')
  live.connect()
}

export function disconnectSocket(): void {
  clearTimeout(again)
  socket?.disconnect()
  setState('idle')
}

/** Calls `handler` for each such event while the component is mounted; connects if need be. */
export function useSocketEvent<Name extends keyof ServerEvents>(event: Name, handler: ServerEvents[Name]): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    const live: Socket = getSocket()
    const name: string = event
    const listener = (...args: unknown[]) => (latest.current as (...args: unknown[]) => void)(...args)
    live.on(name, listener)
    connectSocket()
    return () => {
      live.off(name, listener)
    }
  }, [event])
}

function openSocket(): InterlineSocket {
  const live: InterlineSocket = io(readSettings().socketUrl, {
    autoConnect: false,
    auth: (send) => send({ token: session.getState().token }),
    timeout: 20_000,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
  })
  let wasConnected = false

  live.on('connect', () => {
    setState('connected')
    const userId = session.getState().user?._id
    if (userId) live.emit('user-connected', { userId })
    if (wasConnected) {
      outdate()
      tellAllRows('lost')
    } else setTimeout(hearWhatWasMissed, 3000)
    wasConnected = true
  })
  live.on('disconnect', (reason) => {
    if (!session.getState().authenticated) return
    setState('lost')
    if (reason === 'io server disconnect') retryLater()
  })
  live.on('connect_error', () => {
    setState('lost')
    if (!live.active) retryLater()
  })
  live.on('rows-changed', (said) => {
    const heard = readRowsChanged(said)
    if (!heard) return
    tellRows(heard.noun, heard.change)
    refreshSoon(heard.noun)
    refreshSoon('dashboard')
  })
  live.on('notification', () => refreshSoon('notifications'))
  // A browser that knows it is offline need not wait for a heartbeat to fail; socket.io then tries again by itself.
  window.addEventListener('offline', () => live.io.engine?.close())
  live.on('session-ended', (why) => session.getState().signOut(why === 'expired' ? 'expired' : 'elsewhere'))
  return live
}

// What happened after a screen asked and before the socket stood was told to nobody here.
function hearWhatWasMissed(): void {
  tellAllRows('first')
  for (const noun of ['notifications', 'chats'] as const) refreshSoon(noun)
}

// socket.io reconnects by itself except when the server closed or refused the connection.
function retryLater(): void {
  clearTimeout(again)
  again = setTimeout(connectSocket, 5000)
}

onSessionEnd(() => {
  const wasInUse = socket?.active === true
  disconnectSocket()
  if (wasInUse) connectSocket()
})
