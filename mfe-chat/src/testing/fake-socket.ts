import { useEffect } from 'react'

type Listener = (...args: unknown[]) => void
type Emitted = { event: string; payload: Record<string, unknown>; ack?: (answer: unknown) => void }

/** Stands in for the one socket in tests: says what was emitted, and plays the server's part. */
export function createFakeSocket() {
  const listeners = new Map<string, Set<Listener>>()
  const fire = (event: string, ...args: unknown[]) => listeners.get(event)?.forEach((listener) => listener(...args))
  return {
    connected: false,
    sent: [] as Emitted[],
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
    emit(event: string, payload: Record<string, unknown>, ack?: (answer: unknown) => void) {
      this.sent.push({ event, payload, ...(ack && { ack }) })
    },
    listeners: () => [...listeners.values()].reduce((count, ones) => count + ones.size, 0),
    up() {
      this.connected = true
      fire('connect')
    },
    down() {
      this.connected = false
      fire('disconnect', 'transport close')
    },
    receive: fire,
  }
}

export type FakeSocket = ReturnType<typeof createFakeSocket>

/** The entry points of shared with the socket that `socket` gives. */
export const sharedWith = (shared: object, socket: () => FakeSocket | undefined) => ({
  ...shared,
  getSocket: socket,
  connectSocket: () => undefined,
  useSocketEvent(event: string, handler: Listener) {
    useEffect(() => {
      const live = socket()
      live?.on(event, handler)
      return () => live?.off(event, handler)
    })
  },
})
