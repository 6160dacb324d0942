import { useSyncExternalStore } from 'react'
import { connectSocket, getSocket, onSessionEnd, session } from '@interline/shared'
import { askBeforeLeaving } from './ask-before-leaving.ts'
import type { Outgoing } from './conversation.ts'
import { newClientId } from './client-id.ts'
import { keepOutbox, readOutbox } from './kept-outbox.ts'
import { say } from './say.ts'

/** How long a message may stay without acknowledgement before it is sent again, and how often it is tried. */
export const ackWithinMs = 8000
const maxAttempts = 3

let entries: readonly Outgoing[] = readOutbox()
let watching = false
// Whether the backend has shown that it knows client ids: then repeating a message is safe, else it might arrive twice.
let knowsClientIds = false
const listeners = new Set<() => void>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Own messages on their way, of all conversations; those not acknowledged survive a reload of the tab. */
export const useOutbox = (): readonly Outgoing[] => useSyncExternalStore(subscribe, () => entries)

function subscribe(listener: () => void): () => void {
  watchSocket()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sends at once, or as soon as there is a connection. */
export function sendMessage(message: Pick<Outgoing, 'senderId' | 'receiverId' | 'message' | 'role' | 'at' | 'twins'>): void {
  const entry: Outgoing = { ...message, clientId: newClientId(), state: 'waiting', attempts: 0, emittedAt: 0 }
  write([...entries, entry])
  dispatch(entry)
}

export function retryMessage(clientId: string): void {
  const entry = change(clientId, { state: 'waiting', attempts: 0, reason: undefined })
  if (entry) dispatch(entry)
}

export function discardMessage(clientId: string): void {
  stopTimer(clientId)
  write(entries.filter((entry) => entry.clientId !== clientId))
}

/** From now on a message may be repeated: those that were cut off go out again. */
export function learnClientIds(): void {
  if (knowsClientIds) return
  knowsClientIds = true
  if (watching && getSocket().connected) sendWaiting()
}

function sendWaiting(): void {
  for (const entry of entries) if (entry.state === 'waiting' && (entry.attempts === 0 || knowsClientIds)) dispatch(entry)
}

/**
 * Compares with the history as fetched at `fetchedAt`: what it holds is done with; what was cut off on its way to a backend
 * without client ids, and is not there, did not arrive and goes out again.
 */
export function reconcileOutbox(receiverId: string, fetchedAt: number, isStored: (entry: Outgoing) => boolean): void {
  const ours = entries.filter((entry) => entry.receiverId === receiverId)
  for (const entry of ours) {
    if (isStored(entry)) discardMessage(entry.clientId)
    else if (entry.state === 'waiting' && entry.attempts > 0 && fetchedAt > entry.emittedAt) retryMessage(entry.clientId)
  }
}

function dispatch({ clientId, senderId, receiverId, message, role, attempts }: Outgoing): void {
  watchSocket()
  const live = getSocket()
  if (!live.connected) return connectSocket()
  change(clientId, { state: 'sending', attempts: attempts + 1, emittedAt: Date.now() })
  stopTimer(clientId)
  timers.set(clientId, setTimeout(() => missAck(clientId), ackWithinMs))
  live.emit('send-message', { senderId, receiverId, message, role, clientId }, (answer: unknown) => settle(clientId, answer))
}

function settle(clientId: string, answer: unknown): void {
  stopTimer(clientId)
  const said: Record<string, unknown> = typeof answer === 'object' && answer !== null ? { ...answer } : {}
  if (said.success === false) {
    const reason = [said.title, said.detail].filter((text) => typeof text === 'string' && text !== '').join('. ')
    change(clientId, { state: 'failed', reason: reason || say('progress.refused') })
    return
  }
  const data: Record<string, unknown> = typeof said.data === 'object' && said.data !== null ? { ...said.data } : {}
  const at = typeof data.createdAt === 'string' ? Date.parse(data.createdAt) : Number.NaN
  change(clientId, {
    state: 'sent',
    reason: undefined,
    ...(typeof data._id === 'string' && { stored: { _id: data._id, seq: typeof data.seq === 'number' ? data.seq : null } }),
    ...(!Number.isNaN(at) && { at }),
  })
  if (typeof data._id === 'string') learnClientIds()
}

function missAck(clientId: string): void {
  timers.delete(clientId)
  const entry = entries.find((one) => one.clientId === clientId)
  if (entry?.state !== 'sending') return
  if (!knowsClientIds) change(clientId, { state: 'assumed' })
  else if (entry.attempts < maxAttempts) dispatch(entry)
  else change(clientId, { state: 'failed', reason: say('progress.noAnswer') })
}

function watchSocket(): void {
  if (watching) return
  watching = true
  const live = getSocket()
  live.on('connect', sendWaiting)
  live.on('disconnect', () => {
    for (const clientId of timers.keys()) stopTimer(clientId)
    write(entries.map((entry) => (entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry)))
  })
}

function change(clientId: string, to: Partial<Outgoing>): Outgoing | undefined {
  write(entries.map((entry) => (entry.clientId === clientId ? { ...entry, ...to } : entry)))
  return entries.find((entry) => entry.clientId === clientId)
}

function write(next: readonly Outgoing[]): void {
  entries = next
  keepOutbox(next)
  askBeforeLeaving(next)
  for (const listener of listeners) listener()
}

function stopTimer(clientId: string): void {
  clearTimeout(timers.get(clientId))
  timers.delete(clientId)
}

onSessionEnd(() => {
  for (const clientId of timers.keys()) stopTimer(clientId)
  knowsClientIds = false
})

// A session that expired leaves what was not sent for the same administrator's next one.
session.subscribe(({ user, endedBecause }, before) => {
  if (user === null) {
    if (endedBecause !== 'expired') write([])
  } else if (user._id !== before.user?._id) {
    write(readOutbox())
    goOn()
  }
})

/** What a reload or an expired session kept waiting goes out, whatever screen the page stands at. */
function goOn(): void {
  if (entries.length === 0) return
  askBeforeLeaving(entries)
  watchSocket()
  if (getSocket().connected) sendWaiting()
}

goOn()
