import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../test-server.ts'

const addresses = Object.values(networkInterfaces()).flatMap((of) => of ?? [])
const hasIPv6 = addresses.some(({ address }) => address === '::1')
const elsewhere = addresses.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address)
const urlOf = (address: string, port: number) => `http://${address.includes(':') ? `[${address}]` : address}:${port}`

/** An API with these settings: whether it answers at an address. */
async function start(env: Record<string, string> = {}) {
  const server = await startTestServer('PGlite', { DEMO_ROWS: '0', ...env })
  onTestFinished(() => server.close())
  return (address: string, path = '/healthz') =>
    fetch(urlOf(address, server.port) + path)
      .then(({ ok }) => ok)
      .catch(() => false)
}
const failureOf = (env: Record<string, string>) => start(env).then(String, (error: Error) => error.message)

describe('where the API listens', () => {
  it('is this machine alone, by both of its addresses, for calls and sockets', async () => {
    const answers = await start()
    for (const path of ['/healthz', '/socket.io/?EIO=4&transport=polling']) {
      expect(await answers('127.0.0.1', path)).toBe(true)
      expect(await answers('::1', path)).toBe(hasIPv6)
    }
    for (const address of ['127.0.0.2', ...elsewhere])
      expect([address, await answers(address)]).toEqual([address, false])
  })

  it('is where HOST says', async () => {
    const answers = await start({ HOST: '0.0.0.0' })
    for (const address of ['127.0.0.1', ...elsewhere.filter((one) => !one.includes(':'))])
      expect([address, await answers(address)]).toEqual([address, true])
  })

  it('is refused when the port is taken on one of the two', async ({ skip }) => {
    skip(!hasIPv6, 'this machine has no IPv6')
    const other = createServer()
    await new Promise<void>((listening) => void other.listen(0, '::1', listening))
    onTestFinished(() => void other.close())
    const { port } = other.address() as { port: number }
    expect(await failureOf({ API_PORT: String(port) })).toContain(`API_PORT: port ${port} is taken`)
    expect(await failureOf({ HOST: '203.0.113.1' })).toBe('HOST: 203.0.113.1 is no address of this machine')
  })
})
