import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hostOf, listen } from '../../serve/http/listen.ts'

const addresses = Object.values(networkInterfaces()).flatMap((of) => of ?? [])
const hasIPv6 = addresses.some(({ address }) => address === '::1')
const elsewhere = addresses.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address)

async function start(env: NodeJS.ProcessEnv, wanted = 0) {
  const server = await listen((_, response) => void response.end('ok'), wanted, 'a part', hostOf(env))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return (address: string) =>
    fetch(`http://${address.includes(':') ? `[${address}]` : address}:${port}`)
      .then(({ ok }) => ok)
      .catch(() => false)
}

describe('where an origin listens', () => {
  it('is this machine alone, by both of its addresses', async () => {
    const answers = await start({})
    expect([await answers('127.0.0.1'), await answers('::1')]).toEqual([true, hasIPv6])
    for (const address of ['127.0.0.2', ...elsewhere])
      expect([address, await answers(address)]).toEqual([address, false])
  })

  it('is where HOST says', async () => {
    const answers = await start({ HOST: '0.0.0.0' })
    for (const address of ['127.0.0.1', ...elsewhere.filter((one) => !one.includes(':'))])
      expect([address, await answers(address)]).toEqual([address, true])
    expect(() => hostOf({ HOST: 'office' })).toThrow('HOST: "office" is no address')
    await expect(start({ HOST: '203.0.113.1' })).rejects.toThrow('HOST: 203.0.113.1 is no address of this machine')
  })

  it('is refused when the port is taken on one of the two', async ({ skip }) => {
    skip(!hasIPv6, 'this machine has no IPv6')
    const other = createServer()
    await new Promise<void>((listening) => void other.listen(0, '::1', listening))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    await expect(start({}, port)).rejects.toThrow(`port ${port} is taken; a part cannot listen there`)
  })
})
