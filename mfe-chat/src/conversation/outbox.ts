import { randomId } from '@interline/shared/api'
import { connectSocket, getSocket } from '@interline/shared/realtime'
import { backendNow } from '@interline/shared/session'
import { t } from '../messages.ts'
import { addMessage } from './history.ts'
import { useUnsent } from './unsent-store.ts'
import type { Outgoing } from './unsent-store.ts'

/** How long a message may stay without acknowledgement before it is sent again, and how often it is tried. */
export const ackWithinMs = 8000
const maxAttempts = 3

let watching = false
// Only where the backend knows client ids a repeated message cannot arrive twice.
const knowsClientIds = () => backendNow().has('client-ids')

/** Own messages on their way, of all conversations. */
export const useOutbox = (): readonly Outgoing[] => useUnsent(({ messages }) => messages)

const entries = () => useUnsent.getState().messages
const write = (messages: readonly Outgoing[]) => useUnsent.setState({ messages })

/** Sends at once, or as soon as there is a connection. */
export function sendMessage(
  message: Pick<Outgoing, 'senderId' | 'receiverId' | 'message' | 'role' | 'at' | 'twins'>,
): void {
  const entry: Outgoing = { ...message, clientId: randomId(), state: 'waiting', attempts: 0, emittedAt: 0 }
  write([...entries(), entry])
  dispatch(entry)
}

export function retryMessage(clientId: string): void {
  const entry = change(clientId, { state: 'waiting', attempts: 0, reason: undefined })
  if (entry) dispatch(entry)
}

export function discardMessage(clientId: string): Outgoing | undefined {
  const discarded = entries().find((entry) => entry.clientId === clientId)
  write(entries().filter((entry) => entry !== discarded))
  return discarded
}

const mayRepeat = ({ isPlain }: Outgoing) => isPlain !== true && knowsClientIds()

function sendWaiting(): void {
  for (const entry of entries())
    if (entry.state === 'waiting' && (entry.attempts === 0 || mayRepeat(entry))) dispatch(entry)
}

/**
 * Compares with the history as fetched at `fetchedAt`. A message that it holds leaves the outbox. One that was cut off
 * on its way to a backend without client ids, and that the history does not hold, did not arrive: it is sent again.
 */
export function reconcileOutbox(receiverId: string, fetchedAt: number, isStored: (entry: Outgoing) => boolean): void {
  const ours = entries().filter((entry) => entry.receiverId === receiverId)
  for (const entry of ours) {
    if (isStored(entry)) discardMessage(entry.clientId)
    else if (entry.state === 'waiting' && entry.attempts > 0 && fetchedAt > entry.emittedAt)
      retryMessage(entry.clientId)
  }
}

function dispatch({ clientId, senderId, receiverId, message, role, attempts }: Outgoing): void {
  watchSocket()
  const socket = getSocket()
  if (!socket.connected) return connectSocket()
  const isPlain = !knowsClientIds()
  const emittedAt = Date.now()
  change(clientId, { state: 'sending', attempts: attempts + 1, emittedAt, isPlain })
  setTimeout(() => missAck(clientId, emittedAt), ackWithinMs)
  const payload = { senderId, receiverId, message, role }
  // SPEC §7, to the letter, for a backend that announced nothing more.
  if (isPlain) socket.emit('send-message', payload)
  else socket.emit('send-message', { ...payload, clientId }, (answer: unknown) => settle(clientId, answer))
}

function settle(clientId: string, answer: unknown): void {
  const result: Record<string, unknown> = typeof answer === 'object' && answer !== null ? { ...answer } : {}
  if (result.success === false) {
    const reason = [result.title, result.detail].filter((text) => typeof text === 'string' && text !== '').join('. ')
    change(clientId, { state: 'failed', reason: reason || t('progress.refused') })
    return
  }
  const entry = discardMessage(clientId)
  if (!entry) return
  const { senderId: sender_id, receiverId, message, at } = entry
  const stored: object = typeof result.data === 'object' && result.data !== null ? result.data : {}
  addMessage(receiverId, { createdAt: at, ...stored, sender_id, message, clientId })
}

function missAck(clientId: string, emittedAt: number): void {
  const entry = entries().find((one) => one.clientId === clientId)
  if (entry?.state !== 'sending' || entry.emittedAt !== emittedAt) return
  if (!mayRepeat(entry)) change(clientId, { state: 'assumed' })
  else if (entry.attempts < maxAttempts) dispatch(entry)
  else change(clientId, { state: 'failed', reason: t('progress.noAnswer') })
}

function watchSocket(): void {
  if (watching) return
  watching = true
  const socket = getSocket()
  socket.on('connect', sendWaiting)
  socket.on('disconnect', () => {
    if (entries().some(({ state }) => state === 'sending'))
      write(entries().map((entry) => (entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry)))
  })
}

function change(clientId: string, to: Partial<Outgoing>): Outgoing | undefined {
  write(entries().map((entry) => (entry.clientId === clientId ? { ...entry, ...to } : entry)))
  return entries().find((entry) => entry.clientId === clientId)
}

const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** Only this tab keeps what was not sent: closing it asks first. */
function confirmBeforeLeaving(): void {
  if (entries().some(({ state }) => state !== 'assumed')) window.addEventListener('beforeunload', preventLeaving)
  else window.removeEventListener('beforeunload', preventLeaving)
}

/** Messages that a reload or an expired session left unsent go out, whatever screen is open. */
function resume(): void {
  if (entries().length === 0) return
  watchSocket()
  if (getSocket().connected) sendWaiting()
}

useUnsent.subscribe(confirmBeforeLeaving)
confirmBeforeLeaving()
useUnsent.persist.onFinishHydration(resume)
resume()
