import { io, type Socket } from 'socket.io-client'
import type {
  ClientEvents,
  MessagesMarked,
  ViewersChanged,
  Presence,
  ReceiveMessage,
  RowsChanged,
  ServerEvents,
  TypingNow,
} from '@interline/shared/contract'
import { field, type TestServer } from './test-server.ts'

type Who = { _id: string; token: string }

/** Somebody on a socket of their own, and what reached them. */
export type ConnectedPerson = Who & {
  socket: Socket<ServerEvents, ClientEvents>
  received: ReceiveMessage[]
  marked: MessagesMarked[]
  changes: RowsChanged[]
  typing: TypingNow[]
  presence: Presence[]
  viewers: ViewersChanged[]
  events: string[]
}

/** Connects; rejects with the server's reason when it refuses. */
export async function connectSocket(
  { port }: Pick<TestServer, 'port'>,
  { _id, token }: Who,
  options: object = { auth: { token } },
): Promise<ConnectedPerson> {
  const socket: ConnectedPerson['socket'] = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...options,
  })
  const person: ConnectedPerson = {
    _id,
    token,
    socket,
    received: [],
    marked: [],
    changes: [],
    typing: [],
    presence: [],
    viewers: [],
    events: [],
  }
  socket.on('receive-message', (message) => void person.received.push(message))
  socket.on('messages-marked', (mark) => void person.marked.push(mark))
  socket.on('rows-changed', (change) => void person.changes.push(change))
  socket.on('typing', (typing) => void person.typing.push(typing))
  socket.on('presence-changed', (presence) => void person.presence.push(presence))
  socket.on('onlookers-changed', (changed) => void person.viewers.push(changed))
  socket.onAny((event: string) => void person.events.push(event))
  await new Promise<void>(
    (resolve, reject) => void socket.once('connect', resolve).once('connect_error', reject),
  ).catch((error: unknown) => {
    socket.disconnect()
    throw error
  })
  return person
}

export async function registerPerson(server: TestServer, role: 'driver' | 'user'): Promise<Who> {
  const body = {
    role,
    full_name: `Pat ${role}`,
    email: `pat.${role}.${Math.random().toString(36).slice(2)}@mail.example`,
    password: 'a good password',
  }
  const { body: registered } = await server.call('POST', '/user/auth/register', { body })
  return { _id: field<string>(registered, 'data.user._id'), token: field<string>(registered, 'data.token') }
}

export async function signInAdmin(
  server: TestServer,
  email = 'admin@interline.test',
): Promise<Who & { full_name: string }> {
  const { body } = await server.call('POST', '/user/auth/admin-login', { body: { email, password: 'interline-demo' } })
  return {
    _id: field<string>(body, 'data.user._id'),
    token: field<string>(body, 'data.token'),
    full_name: field<string>(body, 'data.user.full_name'),
  }
}
