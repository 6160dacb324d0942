import { io, type Socket } from 'socket.io-client'
import type { Sender } from '../scratch.ts'
import type { Message } from './judge.ts'

type Waiting = { clientId: string; message: string; acknowledged: () => void }

const retryMilliseconds = 4000

/**
 * Somebody with an app that does what mfe-chat does: each message has a client id, goes out one after the other until
 * it is acknowledged, and again on every connect; on every connect what came after the last known `seq` is fetched.
 */
export class Person {
  readonly #socket: Socket
  readonly #who: Sender
  readonly #url: string
  readonly #outbox: Waiting[] = []
  /** The messages that this screen shows, by `seq`, and those it got twice or with other content than before. */
  readonly shown = new Map<number, Message>()
  readonly wrong: string[] = []
  connects = 0
  resent = 0
  #sending: string | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(who: Sender, url: string) {
    this.#who = who
    this.#url = url
    this.#socket = io(url, {
      auth: { token: who.token },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 200,
      reconnectionDelayMax: 2000,
      timeout: 20_000,
    })
    this.#socket.on('connect', () => {
      this.connects += 1
      this.#sending = undefined
      this.#next()
      void this.resync()
    })
    this.#socket.on('disconnect', () => {
      this.#sending = undefined
      clearTimeout(this.#timer)
    })
    // A refused connection is not tried again by socket.io.
    this.#socket.on('connect_error', () => {
      if (!this.#socket.active) setTimeout(() => this.#socket.connect(), 1000)
    })
    this.#socket.on('receive-message', (message: Message & { receiverId: string }) => this.#show(message))
  }

  get partyId() {
    return this.#who.senderId
  }

  get isConnected() {
    return this.#socket.connected
  }

  /** Cuts the connection without notice, as a network does. */
  cut(): void {
    this.#socket.io.engine?.close()
  }

  leave(): void {
    clearTimeout(this.#timer)
    this.#socket.disconnect()
  }

  /** Resolves when it is acknowledged. */
  send(clientId: string, message: string): Promise<void> {
    return new Promise((acknowledged) => {
      this.#outbox.push({ clientId, message, acknowledged })
      this.#next()
    })
  }

  #next(): void {
    const [first] = this.#outbox
    if (!first || !this.#socket.connected || this.#sending === first.clientId) return
    this.#sending = first.clientId
    clearTimeout(this.#timer)
    const again = () => {
      if (this.#outbox[0] !== first) return
      this.#sending = undefined
      this.resent += 1
      this.#next()
    }
    this.#timer = setTimeout(again, retryMilliseconds)
    const { senderId, receiverId } = this.#who
    this.#socket.emit(
      'send-message',
      { senderId, receiverId, message: first.message, role: 'User', clientId: first.clientId },
      (answer: { success: boolean; data?: Message }) => {
        if (this.#outbox[0] !== first) return
        clearTimeout(this.#timer)
        if (!answer.success || !answer.data) {
          this.#timer = setTimeout(again, 500)
          return
        }
        this.#outbox.shift()
        this.#sending = undefined
        this.#show({ clientId: first.clientId, seq: answer.data.seq, message: first.message })
        first.acknowledged()
        this.#next()
      },
    )
  }

  #show({ seq, clientId, message }: Message): void {
    const there = this.shown.get(seq)
    if (there && (there.clientId !== clientId || there.message !== message))
      this.wrong.push(`${this.#who.senderId}: two messages at ${seq}`)
    this.shown.set(seq, { seq, clientId, message })
  }

  /** Fetches what it has not seen, as each connect does; tries again until there is an answer. */
  async resync(): Promise<void> {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      // A live message at the end does not say that all before it is here.
      let after = 0
      while (this.shown.has(after + 1)) after += 1
      try {
        const response = await fetch(`${this.#url}/api/v1/user/chats/${this.#who.receiverId}?after=${after}`, {
          headers: { authorization: `Bearer ${this.#who.token}` },
          signal: AbortSignal.timeout(20_000),
        })
        const { data } = (await response.json()) as { data?: Message[] }
        if (response.ok && data) return data.forEach((one) => this.#show(one))
      } catch {
        // The node is away for the moment.
      }
      await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 800))
    }
    this.wrong.push(`${this.#who.senderId}: could not resync`)
  }
}
