import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { ClientEvents, ServerEvents } from '@interline/shared/contract'
import type { Caller } from '../repositories/sessions.ts'

export type Sockets = Server<ClientEvents, ServerEvents, DefaultEventsMap, Caller>
export type ChatSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, Caller>

/** What handlers that all sockets share keep for one of them, made when it is first asked for: most sockets only listen. */
export function ownStates<State>(make: () => State): (socket: ChatSocket) => State {
  const states = new WeakMap<ChatSocket, State>()
  return (socket) => {
    const known = states.get(socket)
    if (known !== undefined) return known
    const state = make()
    states.set(socket, state)
    return state
  }
}
