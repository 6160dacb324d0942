import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { io as openClient, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerHandshakes, tooManyConnections } from '../refused-handshakes.ts'
import { limitUnidentified } from './unidentified-limit.ts'

let io: Server
let url: string
const clients: Socket[] = []

/** Connects whoever sends `auth: { isKnown: true }`; at most three others of one network. */
beforeEach(async () => {
  const http = createServer()
  io = new Server(http, {
    allowRequest: (request, allow) => (limit.mayOpen(request) ? allow(null, true) : allow(tooManyConnections, false)),
  })
  const limit = limitUnidentified(io, ['loopback'], 3)
  answerHandshakes(io, http, { 'x-ours': 'yes' })
  io.use((socket, next) => {
    if (socket.handshake.auth['isKnown'] !== true) return
    limit.release(socket.conn)
    next()
  })
  await new Promise<void>((listening) => void http.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  await io.close()
})

/** From a port of its own each time, as some proxies say it. */
let port = 40_000
const handshake = (from = '203.0.113.7') =>
  fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers: { 'x-forwarded-for': `${from}:${(port += 1)}` } })

function join(transport: string, isKnown: boolean) {
  const client = openClient(url, {
    transports: [transport],
    auth: { isKnown },
    forceNew: true,
    reconnection: false,
    extraHeaders: { 'x-forwarded-for': '203.0.113.7' },
  })
  clients.push(client)
  return client
}

describe('connections that do not say who they are', () => {
  it('are refused above the number that one network may have, as all errors are answered', async () => {
    for (let at = 0; at < 3; at += 1) expect((await handshake()).status).toBe(200)
    const refused = await handshake()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('x-ours')).toBe('yes')
    expect(await refused.json()).toMatchObject({ success: false, status: 429 })
    const failed = new Promise((resolve) => join('websocket', true).once('connect_error', resolve))
    expect(await failed).toBeInstanceOf(Error)
    expect((await handshake('198.51.100.4')).status).toBe(200)
  })

  it('do not keep out those who come when they have left', async () => {
    const waiting = [1, 2, 3].map(() => join('websocket', false))
    await expect.poll(async () => (await handshake()).status).toBe(429)
    for (const client of waiting) client.disconnect()
    await expect.poll(async () => (await handshake()).status).toBe(200)
  })
})

it.each(['websocket', 'polling'])('connections by %s that are identified do not count', async (transport) => {
  for (let at = 0; at < 5; at += 1) {
    const client = join(transport, true)
    await new Promise((resolve) => client.once('connect', () => resolve(undefined)))
  }
  expect((await handshake()).status).toBe(200)
})
