import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clientAddressFrom } from '../../serve/http/client-address.ts'
import { serveShell } from '../../serve/index.ts'
import { newStore } from '../stored-parts.ts'
import { pageSettings } from '../page-settings.ts'

const report = JSON.stringify({
  'csp-report': { 'document-uri': 'a', 'blocked-uri': 'b', 'violated-directive': 'script-src' },
})

describe('the address of a client of the shell’s origin', () => {
  it.each([
    ['a client says it', '', (at: number) => `198.51.100.${at}`, 20],
    ['a proxy that is not trusted says it', '10.0.0.0/8', (at: number) => `198.51.100.${at}`, 20],
    ['a trusted proxy says it with the port', 'loopback', (at: number) => `203.0.113.8:${40_000 + at}`, 20],
    ['it is of IPv6, with the port', 'loopback', (at: number) => `[2001:db8::1]:${40_000 + at}`, 20],
    ['it is none', 'loopback', (at: number) => `${at}`.repeat(4000), 20],
    ['clients differ', '127.0.0.1, ::1', (at: number) => `198.51.100.${at}`, 25],
  ])('lets one send twenty reports a minute: %s', async (_, TRUST_PROXY, forwardedFor, taken) => {
    const clientAddress = clientAddressFrom({ TRUST_PROXY })
    const handler = serveShell(newStore(), pageSettings(), () => undefined, undefined, clientAddress)
    const server = createServer(handler).listen(0)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const url = `http://localhost:${(server.address() as AddressInfo).port}/policy-reports`
    const send = async (at: number) =>
      (await fetch(url, { method: 'POST', body: report, headers: { 'x-forwarded-for': forwardedFor(at) } })).status
    const statuses = await Promise.all(Array.from({ length: 25 }, (_, at) => send(at)))
    expect(statuses.filter((status) => status === 204).length).toBe(taken)
  })

  it.each(['maybe', '10.0.0.0/33', '::1/0', '10.0.0.0/8/8'])('is not said by TRUST_PROXY=%s', (TRUST_PROXY) => {
    expect(() => clientAddressFrom({ TRUST_PROXY })).toThrow(`TRUST_PROXY: "${TRUST_PROXY}" is no address`)
  })
})
