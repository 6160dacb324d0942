import { readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import autocannon from 'autocannon'
import { childOf } from '../../e2e/harness/product/child-process.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { startProduct } from '../../e2e/harness/product/product.ts'
import { startHelper } from '../api/processes.ts'
import { median, ratioAtLeast, percent, withRange, type Check } from '../check.ts'

const rounds = 7
const seconds = 2
const connections = 50
const tabs = 200
// As often as the shell asks (shell/src/releases/newer-release.tsx).
const pollMs = 3000
const pollingSeconds = 15
const accepted = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const log = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * The page from the shell's origin beside a bare server with the very same answer, and what open tabs cost that origin
 * while they ask which release is live.
 */
export async function benchOrigin(): Promise<Check[]> {
  const product = await startProduct('origin', { DEMO_ROWS: '10' })
  const bare = await startHelper(new URL('./bare-server.ts', import.meta.url).pathname)
  try {
    const port = await takePorts()
    const { response, body } = await answerOf(product.url)
    // Node writes these itself, on both sides.
    const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = response.headers
    await bare.request('serve', { port, headers, body: body.toString('base64') })
    const urls = { ours: `${product.url}/`, bare: `http://localhost:${port}/` }
    const perSecond: Record<keyof typeof urls, number[]> = { ours: [], bare: [] }
    // The first warms both.
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of ['ours', 'bare'] as const) {
        const found = await autocannon({ url: urls[name], headers: accepted, connections, duration: seconds })
        if (found.non2xx + found.errors + found.timeouts > 0) throw new Error(`${urls[name]} failed`)
        if (round > 0) perSecond[name].push(found.requests.average)
      }
    }
    log(`pages a second: ours ${Math.round(median(perSecond.ours))}, bare ${Math.round(median(perSecond.bare))}`)
    const pid = childOf(product.pid, `shell ${product.port}`)
    const core = await coreWhilePolled(`${product.url}/live-release`, pid)
    return [
      withRange(
        ratioAtLeast(
          'pages a second of the shell’s origin ÷ a bare server with the same answer',
          median(perSecond.ours) / median(perSecond.bare),
          0.8,
        ),
        perSecond.ours.map((ours, round) => ours / (perSecond.bare[round] ?? Number.NaN)),
      ),
      percent(`a core of the shell’s origin while ${tabs} tabs are open`, 100 * core, 5),
    ]
  } finally {
    bare.stop()
    await product.stop()
  }
}

function answerOf(url: string, agent?: Agent): Promise<{ response: IncomingMessage; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: accepted, ...(agent && { agent }) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ response, body: Buffer.concat(chunks) }))
    }).on('error', reject)
  })
}

/** The share of a core that a process took while so many tabs, each with a connection of its own, asked in turns. */
async function coreWhilePolled(url: string, pid: number): Promise<number> {
  const agents = Array.from({ length: tabs }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const until = performance.now() + pollingSeconds * 1000
  const before = cpuSeconds(pid)
  await Promise.all(
    agents.map(async (agent, at) => {
      await pause((at / tabs) * pollMs)
      while (performance.now() < until) {
        await answerOf(url, agent)
        await pause(pollMs)
      }
    }),
  )
  for (const agent of agents) agent.destroy()
  return (cpuSeconds(pid) - before) / pollingSeconds
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Of user and system, which Linux counts in hundredths of a second. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
