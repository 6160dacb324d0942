import type { DefaultEventsMap, Socket } from 'socket.io'
import type { ClientEvents, ServerEvents } from '@interline/shared/contract'
import type { Caller } from '../http/access.ts'

export type ChatSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, Caller>
