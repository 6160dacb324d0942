import { randomBytes } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import type {
  ClientEvents,
  PersonProfile,
  Problem,
  ReceiveMessage,
  RegisterPerson,
  SendMessageAck,
  ServerEvents,
} from '@interline/shared/contract'

/** The API answered with a problem. */
export class RefusedError extends Error {}

/** A driver or a user who is signed in and listens, as their own app would. */
export type Person = {
  profile: PersonProfile
  read<T>(path: string): Promise<T>
  post<T = unknown>(path: string, payload?: object): Promise<T>
  /** Writes to the support desk. */
  write(message: string): Promise<void>
  leave(): void
}

async function call<T>(
  apiUrl: string,
  method: 'GET' | 'POST',
  path: string,
  token?: string,
  payload?: object | FormData,
): Promise<T> {
  const isForm = payload instanceof FormData
  const response = await fetch(`${apiUrl}/api/v1${path}`, {
    method,
    headers: {
      'public-request': 'true',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(payload && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    signal: AbortSignal.timeout(60_000),
    ...(payload ? { body: isForm ? payload : JSON.stringify(payload) } : {}),
  })
  const body = (await response.json()) as { success: true; data: T } | Problem
  if (body.success) return body.data
  const fields = body.errors?.map(({ field, message }) => `${field} ${message}`).join(', ')
  throw new RefusedError(`${method} ${path}: ${body.status} ${body.title}${fields ? ` (${fields})` : ''}`)
}

/** An administrator at their desk. */
export type Administrator = {
  full_name: string
  post(path: string, payload: object): Promise<unknown>
  postForm(path: string, form: FormData): Promise<unknown>
}

/** Signs an administrator in; undefined where that address, or a password alone, is not enough. */
export async function enterAdministrator(
  apiUrl: string,
  who: { email: string; password: string },
): Promise<Administrator | undefined> {
  try {
    const { token, user } = await call<{ token: string; user: { full_name: string } }>(
      apiUrl,
      'POST',
      '/user/auth/admin-login',
      undefined,
      who,
    )
    const post = (path: string, payload: object) => call(apiUrl, 'POST', path, token, payload)
    return { full_name: user.full_name, post, postForm: post }
  } catch (error) {
    if (error instanceof RefusedError) return undefined
    throw error
  }
}

/** Signs somebody up and connects them; `onMessage` gets what the support desk writes. */
export async function enter(
  apiUrl: string,
  who: RegisterPerson,
  onMessage: (person: Person, message: ReceiveMessage) => void,
): Promise<Person> {
  const { token, user: profile } = await call<{ token: string; user: PersonProfile }>(
    apiUrl,
    'POST',
    '/user/auth/register',
    undefined,
    who,
  )
  const support = await call<{ _id: string }>(apiUrl, 'GET', '/user/support', token)
  const socket: Socket<ServerEvents, ClientEvents> = io(apiUrl, { auth: { token }, transports: ['websocket'] })
  socket.on('connect', () => void socket.emit('user-connected', { userId: profile._id }))
  let correspondent = support._id
  const person: Person = {
    profile,
    read: (path) => call(apiUrl, 'GET', path, token),
    post: (path, payload) => call(apiUrl, 'POST', path, token, payload),
    async write(message) {
      const sent = {
        senderId: profile._id,
        receiverId: correspondent,
        message,
        clientId: randomBytes(9).toString('hex'),
      }
      const ack: SendMessageAck = await socket.timeout(20_000).emitWithAck('send-message', sent)
      if (!ack.success) throw new RefusedError(`send-message: ${ack.title}`)
    },
    leave: () => void socket.disconnect(),
  }
  socket.on('receive-message', (message) => {
    if (message.senderId === profile._id) return
    correspondent = message.senderId
    onMessage(person, message)
  })
  return person
}
