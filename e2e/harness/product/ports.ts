import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const first = 4400
const blockSize = 10
const claims = join(tmpdir(), 'interline-e2e-ports')

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

// Between looking at a port and listening on it some seconds pass: a claim keeps other test runs of this machine away
// meanwhile.
function claim(port: number): boolean {
  const file = join(claims, String(port))
  mkdirSync(claims, { recursive: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (isAlive(Number(readFileSync(file, 'utf8')))) return false
    rmSync(file, { force: true })
    return claim(port)
  }
}

/** Ten ports in a row that nobody listens on and no other test of this machine was given: the first of them. */
export async function takePorts(): Promise<number> {
  for (let port = first; port < first + 200 * blockSize; port += blockSize) {
    const free = await Promise.all(Array.from({ length: blockSize }, (_, at) => isFree(port + at)))
    if (free.every(Boolean) && claim(port)) return port
  }
  throw new Error(`no ten free ports in a row from ${first} on`)
}
