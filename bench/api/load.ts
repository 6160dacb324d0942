import { Agent, request } from 'node:http'
import autocannon from 'autocannon'
import { io, type Socket } from 'socket.io-client'
import { answerBy } from './processes.ts'
import { keepDoing, timesOf, watchCpu, type Times } from './times.ts'

type Call = { url: string; headers?: Record<string, string>; body?: string }
const sockets: Socket[] = []
let number = 0

/** What people do, from a process of its own. */
answerBy({
  ready: () => true,
  /** Closed loop: so many connections, each asks again when it was answered. */
  async calls({ url, headers = {}, body, lines, seconds }: Call & { lines: number; seconds: number }): Promise<Times> {
    const taken: number[] = []
    const cpu = watchCpu()
    const found = await new Promise<autocannon.Result>((resolve, reject) => {
      autocannon(
        { url, headers, connections: lines, duration: seconds, ...(body !== undefined && { method: 'POST', body }) },
        (error, result) => (error ? reject(error as Error) : resolve(result)),
      ).on('response', (_client, status, _bytes, milliseconds) => {
        if (status === 200) taken.push(milliseconds)
      })
    })
    return timesOf(taken, found.duration, { refused: found.non2xx, failed: found.errors + found.timeouts, cpu: cpu() })
  },
  /**
   * Closed loop on the clock of the bare acts: what is on its way at the end is waited for and counts, and so does the
   * time with it. For calls so long that a round has few.
   */
  async longCalls({
    url,
    headers = {},
    body,
    lines,
    seconds,
  }: Call & { lines: number; seconds: number }): Promise<Times> {
    const agent = new Agent({ keepAlive: true, maxSockets: lines })
    const times = await keepDoing(
      () =>
        new Promise<void>((done, failed) => {
          const call = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (response) => {
            response
              .resume()
              .once('error', failed)
              .once('end', () =>
                response.statusCode === 200 ? done() : failed(new Error(`${url} answered ${response.statusCode}`)),
              )
          })
          call.once('error', failed).end(body)
        }),
      lines,
      seconds,
    )
    agent.destroy()
    return times
  },
  /**
   * Open loop: so many calls a second, whether or not earlier ones were answered. What is answered after `within` ms is
   * not counted as good.
   */
  async arrivals({
    url,
    headers = {},
    rate,
    seconds,
    within,
  }: Call & { rate: number; seconds: number; within: number }): Promise<Times> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
    const good: number[] = []
    let [refused, failed, late] = [0, 0, 0]
    const one = (due: number) =>
      new Promise<void>((done) => {
        const call = request(url, { agent, headers, timeout: 10_000 }, (response) => {
          response.resume().once('end', () => {
            const taken = performance.now() - due
            if (response.statusCode === 503) refused += 1
            else if (response.statusCode !== 200) failed += 1
            else if (taken > within) late += 1
            else good.push(taken)
            done()
          })
        })
        call
          .once('timeout', () => call.destroy())
          .once('error', () => {
            failed += 1
            done()
          })
        call.end()
      })
    const from = performance.now()
    const cpu = watchCpu()
    const all: Promise<void>[] = []
    for (let sent = 0; sent < rate * seconds;) {
      for (; sent < Math.min(rate * seconds, ((performance.now() - from) / 1000) * rate); sent += 1)
        all.push(one(from + (sent / rate) * 1000))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const took = (performance.now() - from) / 1000
    await Promise.all(all)
    agent.destroy()
    return { ...timesOf(good, Math.max(took, seconds), { refused, failed: failed + late, cpu: cpu() }) }
  },
  async connect({ url, tokens }: { url: string; tokens: string[] }) {
    const from = sockets.length
    for (const token of tokens) sockets.push(io(url, { auth: { token }, transports: ['websocket'], forceNew: true }))
    while (!sockets.slice(from).every(({ connected }) => connected))
      await new Promise((resolve) => setTimeout(resolve, 20))
    return sockets.length
  },
  disconnect() {
    for (const socket of sockets.splice(0)) socket.disconnect()
  },
  /** So many messages are on their way at once, of one socket after the other. */
  async messages({
    senders,
    lines,
    seconds,
  }: {
    senders: { senderId: string; receiverId: string }[]
    lines: number
    seconds: number
  }): Promise<Times> {
    return keepDoing(
      async () => {
        const line = (number += 1) % sockets.length
        const message = {
          ...senders[line],
          message: 'a message of about this length, as people write',
          role: 'User',
          clientId: `${process.pid}-${number}`,
        }
        const answer: unknown = await sockets[line]?.timeout(20_000).emitWithAck('send-message', message)
        if (typeof answer !== 'object' || answer === null || !('success' in answer) || answer.success !== true)
          throw new Error(`not stored: ${JSON.stringify(answer)}`)
      },
      lines,
      seconds,
    )
  },
})
