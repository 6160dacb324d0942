import type { IncomingMessage } from 'node:http'
import { isIP, SocketAddress } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** An address without port, brackets and zone, each written in one way; undefined for what is none. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
  const address = bare.replace(/%.*$/s, '')
  const version = isIP(address)
  if (version === 0) return undefined
  const { address: plain } = new SocketAddress({ address, family: version === 4 ? 'ipv4' : 'ipv6' })
  return plain.replace(/^::ffff:(?=[\d.]+$)/, '')
}

/**
 * The address that a request comes from: the sender on the connection or, as long as that is a trusted proxy, the one
 * before it in `X-Forwarded-For`. The last that is an address counts.
 */
export function clientAddressFrom(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile(trustedProxies)
  return ({ headers, socket }) => {
    let client = plainAddress(socket.remoteAddress ?? '') ?? ''
    for (const text of String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .reverse()) {
      const before = isTrusted(client, 0) ? plainAddress(text.trim()) : undefined
      if (before === undefined) return client
      client = before
    }
    return client
  }
}
