import { createServer } from 'node:net'

const first = 4400
const blockSize = 10
/** So far above a block is the port that claims it. */
const claimsAbove = 20_000

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

/**
 * Between looking at a port and listening on it some seconds pass: a listener elsewhere, which ends with this process,
 * keeps other test runs of this machine away meanwhile.
 */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const claimed = createServer().unref()
    claimed.once('error', () => resolve(false))
    claimed.listen(port + claimsAbove, '127.0.0.1', () => resolve(true))
  })
}

/** Ten ports in a row that nobody listens on and no other test of this machine was given: the first of them. */
export async function takePorts(): Promise<number> {
  for (let port = first; port < first + 200 * blockSize; port += blockSize) {
    const free = await Promise.all(Array.from({ length: blockSize }, (_, at) => isFree(port + at)))
    if (free.every(Boolean) && (await claim(port))) return port
  }
  throw new Error(`no ten free ports in a row from ${first} on`)
}
