import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Server } from 'socket.io'
import { networkOf } from '../../auth/network-of.ts'
import { clientAddressFrom } from '../../http/client-address.ts'

type Connection = EventEmitter & { request: IncomingMessage }

/** An office whose tabs all come back in one moment stays below it. */
const mostOfNetwork = 500

/**
 * Bounds how many connections one network has that have not said who they are: each costs memory until it is given up.
 * Those that are identified do not count.
 */
export function limitUnidentified({ engine }: Pick<Server, 'engine'>, trustedProxies: string[], most = mostOfNetwork) {
  const networks = new Map<unknown, string>()
  const counts = new Map<string, number>()
  const clientAddress = clientAddressFrom(trustedProxies)
  const networkFrom = (request: IncomingMessage) => networkOf(clientAddress(request))

  function release(connection: unknown) {
    const network = networks.get(connection)
    if (network === undefined) return
    networks.delete(connection)
    const left = (counts.get(network) ?? 1) - 1
    if (left === 0) counts.delete(network)
    else counts.set(network, left)
  }
  function releaseThis(this: Connection) {
    release(this)
  }

  engine.on('connection', (connection: Connection) => {
    const network = networkFrom(connection.request)
    networks.set(connection, network)
    counts.set(network, (counts.get(network) ?? 0) + 1)
    connection.on('close', releaseThis)
  })
  return {
    /** Whether one more connection may be opened by this request. */
    mayOpen: (request: IncomingMessage) => (counts.get(networkFrom(request)) ?? 0) < most,
    /** It is known now whose connection this is. */
    release,
  }
}
