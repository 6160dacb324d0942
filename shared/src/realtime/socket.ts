import { useEffect, useLayoutEffect, useRef } from 'react'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { create } from 'zustand'
import type { ClientEvents, ServerEvents, UserConnectedAck } from '../contract/index.ts'
import { refreshCountsSoon, refreshSoon } from './refresh-soon.ts'
import { notifyAllRows, notifyRows, readRowsChanged } from './row-changes.ts'
import { ownChange } from '../api/idempotency-key.ts'
import { outdate } from '../api/query-client.ts'
import { backendNow, onSessionEnd, session } from '../session/session.ts'
import { readSettings } from '../session/settings.ts'

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
  const connection = getSocket()
  if (connection.active) return
  setState('connecting')
  connection.connect()
}

/** Calls `handler` for each such event while the component is mounted; connects if need be. */
export function useSocketEvent<Name extends keyof ServerEvents>(event: Name, handler: ServerEvents[Name]): void {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    const connection: Socket = getSocket()
    const name: string = event
    const listener = (...args: unknown[]) => {
      try {
        ;(latest.current as (...args: unknown[]) => void)(...args)
      } catch (error) {
        // Listeners after this one, another remote's perhaps, are called all the same; whose it is, the stack says.
        reportError(error)
      }
    }
    connection.on(name, listener)
    connectSocket()
    return () => {
      connection.off(name, listener)
    }
  }, [event])
}

/** Role and backend may have changed while this tab was not connected. */
function takeAnswer(answer: UserConnectedAck): void {
  if (!answer.success) return
  if (answer.admin_role) session.getState().takeRole(answer.admin_role)
  session.getState().takeBackend(answer.backend)
}

function openSocket(): InterlineSocket {
  const connection: InterlineSocket = io(readSettings().socketUrl, {
    autoConnect: false,
    auth: (send) => send({ token: session.getState().token }),
    timeout: 20_000,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
  })
  let wasConnected = false

  connection.on('connect', () => {
    setState('connected')
    const { user } = session.getState()
    // A backend of SPEC §7 alone is not asked for an answer.
    const answers = backendNow().has('client-ids')
    if (user?._id) connection.emit('user-connected', { userId: user._id }, ...(answers ? [takeAnswer] : []))
    if (wasConnected) {
      outdate()
      notifyAllRows('lost')
    } else setTimeout(notifyOfMissedEvents, 3000)
    wasConnected = true
  })
  connection.on('disconnect', (reason) => {
    if (!session.getState().authenticated) return
    setState('lost')
    if (reason === 'io server disconnect') retryLater()
  })
  connection.on('connect_error', () => {
    setState('lost')
    if (!connection.active) retryLater()
  })
  connection.on('rows-changed', (event) => {
    const read = readRowsChanged(event)
    if (!read) return
    refreshCountsSoon('dashboard')
    const notify = () => {
      notifyRows(read.resource, read.change)
      refreshSoon(read.resource)
    }
    const own = read.by === undefined ? undefined : ownChange(read.by)
    // The screen that made it in this tab reloads what shows it, unless the answer was lost.
    if (own) void own.then((isMade) => isMade || notify())
    else notify()
  })
  connection.on('notification', () => refreshSoon('notifications'))
  // A browser that knows it is offline need not wait for a heartbeat to fail; socket.io then tries again by itself.
  window.addEventListener('offline', () => connection.io.engine?.close())
  connection.on('role-changed', (admin_role) => session.getState().takeRole(admin_role))
  connection.on('session-ended', (why) => session.getState().signOut(why === 'expired' ? 'expired' : 'elsewhere'))
  return connection
}

// No event came for what happened after a screen asked the API and before the socket was connected.
function notifyOfMissedEvents(): void {
  notifyAllRows('first')
  for (const resource of ['notifications', 'chats'] as const) refreshSoon(resource)
}

// socket.io reconnects by itself except when the server closed or refused the connection.
function retryLater(): void {
  clearTimeout(again)
  again = setTimeout(connectSocket, 5000)
}

onSessionEnd(() => {
  const wasInUse = socket?.active === true
  clearTimeout(again)
  socket?.disconnect()
  setState('idle')
  if (wasInUse) connectSocket()
})
