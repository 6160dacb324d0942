import { io } from 'socket.io-client'
import { signInTo } from '../e2e/harness/backend/backend.ts'
import { startApiNode } from '../e2e/harness/product/api-nodes.ts'
import { takePorts } from '../e2e/harness/product/ports.ts'
import { atLeast, percentiles, type Check } from './check.ts'
import { makeScratch, makeSenders, type Sender } from './scratch.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const readers = 16
const messagesAtOnce = 48
// A person may write 120 messages a minute: so many that nobody is refused.
const people = 1500

/** One node of the API on PostgreSQL (DATABASE_URL, a database of its own there), with the load in this process. */
export async function benchApi(): Promise<Check[]> {
  const scratch = await makeScratch('api')
  try {
    const node = await startApiNode(await takePorts(), {
      DATA_DIR: scratch.folder,
      DEMO_ROWS: '2000',
      DATABASE_URL: scratch.url,
      REDIS_PREFIX: `${scratch.name}:`,
      ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
    })
    try {
      const { token } = await signInTo('product', node.url)
      const senders = await makeSenders(scratch, people)
      return [...(await readPages(node.url, token)), ...(await sendMessages(node.url, senders))]
    } finally {
      await node.stop()
    }
  } finally {
    await scratch.drop()
  }
}

async function readPages(url: string, token: string): Promise<Check[]> {
  const taken = await repeat(readers, async () => {
    const answer = await fetch(`${url}/api/v1/admin/drivers?page=1&page_size=50`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`a page was answered with ${answer.status}`)
    await answer.arrayBuffer()
  })
  return percentiles(`a page of 50 drivers, ${readers} readers`, taken, { p50: 100, p95: 170 })
}

async function sendMessages(url: string, senders: readonly Sender[]): Promise<Check[]> {
  const sockets = senders.map(({ token }) => io(url, { auth: { token }, transports: ['websocket'], forceNew: true }))
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.once('connect', resolve))))
  try {
    const taken = await repeat(messagesAtOnce, async (count) => {
      const at = count % sockets.length
      const { senderId = '', receiverId = '' } = senders[at] ?? {}
      const message = 'a message of about this length, as people write'
      const payload = { senderId, receiverId, message, role: 'User', clientId: `bench-${count}` }
      const answer: unknown = await sockets[at]?.timeout(20_000).emitWithAck('send-message', payload)
      if (typeof answer !== 'object' || answer === null || !('success' in answer) || answer.success !== true)
        throw new Error(`not stored: ${JSON.stringify(answer)}`)
    })
    return [
      atLeast('messages stored and acknowledged', taken.length / seconds, 3000, 'per second'),
      ...percentiles(`a message, ${messagesAtOnce} at once`, taken, { p50: 16, p95: 30 }),
    ]
  } finally {
    for (const socket of sockets) socket.disconnect()
  }
}

/** Does it again and again for `seconds`, in so many lines at once; how long each took, in ms. */
async function repeat(lines: number, act: (count: number) => Promise<void>): Promise<number[]> {
  const taken: number[] = []
  let count = 0
  const until = performance.now() + seconds * 1000
  const line = async () => {
    while (performance.now() < until) {
      const begun = performance.now()
      await act((count += 1))
      taken.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: lines }, line))
  return taken
}
