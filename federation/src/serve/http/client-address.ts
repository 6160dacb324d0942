import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net'

const networks: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** The proxies that TRUST_PROXY names, as the API reads it. Throws an error that names the setting. */
function trustedProxies({ TRUST_PROXY = '' }: NodeJS.ProcessEnv): BlockList {
  const trusted = new BlockList()
  const parts = TRUST_PROXY.split(',').map((part) => part.trim())
  for (const part of parts.filter(Boolean).flatMap((part) => networks[part] ?? part)) {
    const [, address = '', prefix] = /^([^/]+)(?:\/([1-9]\d*))?$/.exec(part) ?? []
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    try {
      if (prefix === undefined) trusted.addAddress(address, family)
      else trusted.addSubnet(address, Number(prefix), family)
    } catch {
      throw new Error(
        `TRUST_PROXY: "${part}" is no address, network such as 10.0.0.0/8, loopback, linklocal or uniquelocal`,
      )
    }
  }
  return trusted
}

/** An address without port, brackets and zone, each written in one way; undefined for what is none. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
  const address = bare.replace(/%.*$/s, '')
  const version = isIP(address)
  if (version === 0) return undefined
  const { address: plain } = new SocketAddress({ address, family: version === 4 ? 'ipv4' : 'ipv6' })
  return plain.replace(/^::ffff:(?=[\d.]+$)/, '')
}

export type ClientAddress = (request: IncomingMessage) => string

/**
 * The address that a request comes from: the sender on the connection or, as long as that is a proxy of TRUST_PROXY,
 * the one before it in `X-Forwarded-For`. The last that is an address counts.
 */
export function clientAddressFrom(env: NodeJS.ProcessEnv): ClientAddress {
  const trusted = trustedProxies(env)
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return ({ headers, socket }) => {
    let client = plainAddress(socket.remoteAddress ?? '') ?? ''
    for (const text of String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .reverse()) {
      const before = isTrusted(client) ? plainAddress(text.trim()) : undefined
      if (before === undefined) return client
      client = before
    }
    return client
  }
}
