import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { ClientEvents, ServerEvents } from '@interline/shared/contract'
import type { Caller } from '../repositories/accounts/sessions.ts'

export type Sockets = Server<ClientEvents, ServerEvents, DefaultEventsMap, Caller>
export type ChatSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, Caller>

/** The state of one socket for handlers that all sockets share. Made at its first use: most sockets only listen. */
export function socketState<State>(make: () => State): (socket: ChatSocket) => State {
  const states = new WeakMap<ChatSocket, State>()
  return (socket) => {
    const known = states.get(socket)
    if (known !== undefined) return known
    const state = make()
    states.set(socket, state)
    return state
  }
}
