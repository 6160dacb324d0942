import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiNode } from '../../e2e/harness/product/api-nodes.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { signInTo } from '../../e2e/harness/backend/backend.ts'
import { atMost, median, type Check } from '../check.ts'

const log = (line: string) => void process.stdout.write(`${line}\n`)
const kills = Number(process.env.BENCH_KILLS ?? 100)
const writers = 4
/** One may change something sixty times a minute; each start counts anew. */
const drivers = 12
const longestLife = 1500

type Ride = { source: { address: string } }

/**
 * Writers who each offer one ride after the other. One that was not acknowledged is sent again with its key, after the
 * restart.
 */
class Offers {
  readonly acknowledged = new Set<string>()
  readonly #url: string
  readonly #tokens: string[]
  readonly #open: string[] = []
  #made = 0
  #going: Promise<unknown> = Promise.resolve()
  isOver = false

  constructor(url: string, tokens: string[]) {
    this.#url = url
    this.#tokens = tokens
  }

  go() {
    this.isOver = false
    this.#going = Promise.all(Array.from({ length: writers }, () => this.#write()))
  }

  async end() {
    this.isOver = true
    await this.#going
  }

  /** Sends what is open, until all of it is acknowledged. */
  async settle() {
    for (let name = this.#open.shift(); name; name = this.#open.shift()) await this.#offer(name)
  }

  async #write() {
    while (!this.isOver) {
      const name = this.#open.shift() ?? `Stop ${(this.#made += 1)}`
      await this.#offer(name).catch(() => {
        this.#open.push(name)
        this.isOver = true
      })
    }
  }

  async #offer(name: string) {
    const response = await fetch(`${this.#url}/api/v1/driver/rides`, {
      method: 'POST',
      headers: {
        // A ride that is sent again is of the same driver.
        authorization: `Bearer ${this.#tokens[Number(name.split(' ')[1]) % this.#tokens.length]}`,
        'content-type': 'application/json',
        'idempotency-key': name.replace(' ', '-'),
      },
      body: JSON.stringify({
        source: { address: name },
        destination: { address: 'Waco, TX' },
        ride_time: '09:30 AM',
        amount: 10,
        passenger_capacity: 3,
      }),
    })
    if (response.status !== 200) throw new Error(`a ride was answered with ${response.status}`)
    await response.json()
    this.acknowledged.add(name)
  }
}

async function registerDriver(url: string, at: number): Promise<string> {
  const response = await fetch(`${url}/api/v1/user/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      role: 'driver',
      full_name: 'Kim Killed',
      email: `kim${at}@people.test`,
      password: 'a good password',
    }),
  })
  return ((await response.json()) as { data: { token: string } }).data.token
}

/**
 * kill -9 of the API on the embedded database at random moments of continuous writes, and a start after each
 * (BENCH_KILLS for fewer than 100): every acknowledged row is there, and what was sent again has one effect.
 */
export async function benchKills(): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'interline-kills-'))
  const api = await startApiNode(await takePorts(), { DATA_DIR: folder, DEMO_ROWS: '5' })
  const { url } = api
  try {
    const tokens = await Promise.all(Array.from({ length: drivers }, (_, at) => registerDriver(url, at)))
    const offers = new Offers(url, tokens)
    const starts: number[] = []
    const lost = new Set<string>()
    let doubled = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      offers.go()
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longestLife))
      await api.stop('SIGKILL')
      await offers.end()
      const from = performance.now()
      await api.start()
      starts.push(performance.now() - from)
      const before = [...offers.acknowledged]
      await offers.settle()
      const rides = (await (await signInTo('product', url)).rows('/admin/driver/rides')) as unknown as Ride[]
      const names = rides.map(({ source }) => source.address).filter((name) => name.startsWith('Stop '))
      const found = new Set(names)
      for (const name of before) if (!found.has(name)) lost.add(name)
      doubled = names.length - found.size
      if (kill % 10 === 0 || kill === kills)
        log(`${kill} kills: ${offers.acknowledged.size} rows acknowledged, ${lost.size} lost, ${doubled} twice`)
    }
    if (offers.acknowledged.size < kills)
      throw new Error(`only ${offers.acknowledged.size} rows were written: that shows nothing`)
    return [
      atMost(
        `${kills} times kill -9 during writes, ${offers.acknowledged.size.toLocaleString('en')} acknowledged rows: lost`,
        lost.size,
        0,
        'rows',
      ),
      atMost(`${kills} times kill -9 during writes, rows that were written twice`, doubled, 0, 'rows'),
      atMost('start after kill -9, median', median(starts), 10_000),
    ]
  } finally {
    await api.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}
