import { randomId, takesClientIds } from '@interline/shared/api'
import { connectSocket, getSocket } from '@interline/shared/realtime'
import { onSessionEnd } from '@interline/shared/session'
import { t } from '../messages.ts'
import { isUnsent } from './outgoing.ts'
import type { Outgoing } from './outgoing.ts'
import { useUnsent } from './unsent-store.ts'

/** How long a message may stay without acknowledgement before it is sent again, and how often it is tried. */
export const ackWithinMs = 8000
const maxAttempts = 3

let watching = false
// Whether the backend has shown that it knows client ids, as an older one of ours does without saying so. Only then a
// repeated message cannot arrive twice.
let hasShownClientIds = false
const knowsClientIds = () => hasShownClientIds || takesClientIds()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

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

export function discardMessage(clientId: string): void {
  stopTimer(clientId)
  write(entries().filter((entry) => entry.clientId !== clientId))
}

/** From now on a message may be repeated: those that were cut off are sent again. */
export function learnClientIds(): void {
  if (hasShownClientIds) return
  hasShownClientIds = true
  if (watching && getSocket().connected) sendWaiting()
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
  change(clientId, { state: 'sending', attempts: attempts + 1, emittedAt: Date.now(), isPlain })
  stopTimer(clientId)
  timers.set(
    clientId,
    setTimeout(() => missAck(clientId), ackWithinMs),
  )
  const payload = { senderId, receiverId, message, role }
  // SPEC §7, to the letter, for a backend that announced nothing more.
  if (isPlain) socket.emit('send-message', payload)
  else socket.emit('send-message', { ...payload, clientId }, (answer: unknown) => settle(clientId, answer))
}

function settle(clientId: string, answer: unknown): void {
  stopTimer(clientId)
  const result: Record<string, unknown> = typeof answer === 'object' && answer !== null ? { ...answer } : {}
  if (result.success === false) {
    const reason = [result.title, result.detail].filter((text) => typeof text === 'string' && text !== '').join('. ')
    change(clientId, { state: 'failed', reason: reason || t('progress.refused') })
    return
  }
  const data: Record<string, unknown> =
    typeof result.data === 'object' && result.data !== null ? { ...result.data } : {}
  const at = typeof data.createdAt === 'string' ? Date.parse(data.createdAt) : Number.NaN
  change(clientId, {
    state: 'sent',
    reason: undefined,
    ...(typeof data._id === 'string' && {
      stored: { _id: data._id, seq: typeof data.seq === 'number' ? data.seq : null },
    }),
    ...(!Number.isNaN(at) && { at }),
  })
  if (typeof data._id === 'string') learnClientIds()
}

function missAck(clientId: string): void {
  timers.delete(clientId)
  const entry = entries().find((one) => one.clientId === clientId)
  if (entry?.state !== 'sending') return
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
    for (const clientId of timers.keys()) stopTimer(clientId)
    if (entries().some(({ state }) => state === 'sending'))
      write(entries().map((entry) => (entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry)))
  })
}

function change(clientId: string, to: Partial<Outgoing>): Outgoing | undefined {
  write(entries().map((entry) => (entry.clientId === clientId ? { ...entry, ...to } : entry)))
  return entries().find((entry) => entry.clientId === clientId)
}

function stopTimer(clientId: string): void {
  clearTimeout(timers.get(clientId))
  timers.delete(clientId)
}

onSessionEnd(() => {
  for (const clientId of timers.keys()) stopTimer(clientId)
  hasShownClientIds = false
})

const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** Only this tab keeps what was not sent: closing it asks first. */
function confirmBeforeLeaving(): void {
  if (entries().some(isUnsent)) window.addEventListener('beforeunload', preventLeaving)
  else window.removeEventListener('beforeunload', preventLeaving)
}

/** What a reload or an expired session left unsent goes out, whatever screen is open. */
function resume(): void {
  if (entries().length === 0) return
  watchSocket()
  if (getSocket().connected) sendWaiting()
}

useUnsent.subscribe(confirmBeforeLeaving)
confirmBeforeLeaving()
useUnsent.persist.onFinishHydration(resume)
resume()
