import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import type { App } from './app.ts'
import { createApp } from './create-app.ts'
import { registerLoadShedding } from './load-shedding.ts'
import { openAnswers } from './open-answers.ts'
import { registerProblemDetails } from './problem-details.ts'

/** More than the system takes for a reader of this machine who reads nothing. */
const long = 16 * 1024 * 1024
const places = { calls: { inAll: 6, ofAddress: 5, ofClient: 4 }, signIns: { inAll: 1, ofAddress: 1, ofClient: 1 } }

const apps: App[] = []
const lines: Socket[] = []
afterEach(async () => {
  for (const line of lines.splice(0)) line.destroy()
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

async function start(limits: Parameters<typeof openAnswers>[0] = { inMs: Infinity }) {
  const app = createApp('silent', ['127.0.0.1'])
  apps.push(app)
  registerProblemDetails(app)
  registerLoadShedding(app, { ...places, heavy: { inAll: 4, ofAddress: 3, ofClient: 2 } }, openAnswers(limits))
  const pieces = function* () {
    for (let sent = 0; sent < long; sent += 65_536) yield Buffer.alloc(65_536)
  }
  app.get('/document', { config: { heavy: true } }, (_request, reply) => reply.send(Readable.from(pieces())))
  app.get('/users', { config: { heavy: 'whole' } }, (_request, reply) => reply.send(Readable.from(pieces())))
  app.get('/page', () => Buffer.alloc(long))
  app.get('/part', () => Buffer.alloc(long / 2))
  app.get('/row', () => 'a row')
  app.get('/healthz', () => 'ok')
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  /** A line that asks, as often as `times` says in one breath, and reads nothing. */
  const ask = (path: string, headers = '', times = 1) => {
    const line = connect(Number(port), '127.0.0.1').pause()
    line.on('error', () => undefined)
    line.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`.repeat(times))
    lines.push(line)
    return line
  }
  const status = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    await answer.arrayBuffer()
    return answer.status
  }
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  let taken = 0
  app.server.on('connection', () => (taken += 1))
  /** Until so many lines were taken, and all of them have ended. */
  const ended = async (lines: number) => {
    await expect.poll(() => taken).toBe(lines)
    await expect.poll(connections).toBe(0)
  }
  return { ask, status, connections, taken: () => taken, ended }
}

it('is one mechanism on the API and on the origins, of which neither imports anything from the other', () => {
  const ofOrigins = new URL('../../../federation/src/serve/http/open-answers.ts', import.meta.url)
  expect(readFileSync(ofOrigins, 'utf8')).toBe(readFileSync(new URL('open-answers.ts', import.meta.url), 'utf8'))
})

it.each([
  ['the link of a document', '/document', '', '/document?of=another'],
  ['a whole list', '/users', 'authorization: Bearer viewer\r\n', '/users'],
])('leaves others their places when nobody reads %s', async (_name, path, headers, ofOthers) => {
  const { ask, status, connections } = await start()
  for (let times = 0; times < 20; times += 1) ask(path, headers)
  await expect.poll(connections).toBe(20)
  const statuses = await Promise.all(['/row', '/users?page=1', ofOthers].map((one) => status(one)))
  expect(statuses).toEqual([200, 200, 200])
  expect(await status(path, headers ? { authorization: 'Bearer viewer' } : {})).toBe(503)
})

it.each([
  ['one address', () => ''],
  ['many addresses', (at: number) => `x-forwarded-for: 203.0.113.${at}\r\n`],
])('gives the place of an answer that waits for its reader to a new call, from %s', async (_name, from) => {
  const { ask, status, connections, taken } = await start()
  for (let at = 0; at < 20; at += 1) ask(at % 2 ? '/page' : `/document?${at}`, from(at))
  await expect.poll(taken).toBe(20)
  // Some are cut by those that come after them.
  await expect.poll(connections).toBeLessThan(12)
  await expect.poll(() => status('/row')).toBe(200)
  for (let times = 0; times < 3; times += 1)
    expect([await status('/row'), await status('/document'), await status('/healthz')]).toEqual([200, 200, 200])
})

it('gives back the places of answers that stood behind another one on a line that ended', async () => {
  const { ask, status, connections } = await start({ lookEveryMs: 20 })
  const line = ask('/part', '', 5).resume()
  await once(line, 'data')
  line.destroy()
  await expect.poll(connections).toBe(0)
  const together = () => Promise.all(Array.from({ length: 4 }, () => status('/part')))
  await expect.poll(together).toEqual([200, 200, 200, 200])
})

it('holds 64 MiB at most for people who do not read', async () => {
  const { ask, ended } = await start({ lookEveryMs: 20 })
  ask('/page', '', 5)
  await ended(1)
})

it('ends an answer that its reader lets wait', async () => {
  const { ask, ended } = await start({ inMs: 200, lookEveryMs: 20 })
  for (const path of ['/document', '/page']) ask(path)
  await ended(2)
})

it('sends all to a reader who is slow and reads on', async () => {
  const { ask } = await start({ inMs: 1000, lookEveryMs: 20 })
  const line = ask('/document', 'connection: close\r\n').resume()
  let got = 0
  line.on('data', (piece: Buffer) => {
    got += piece.length
    line.pause()
    setTimeout(() => line.resume(), 5)
  })
  const began = performance.now()
  await once(line, 'close')
  expect(got).toBeGreaterThan(long)
  expect(performance.now() - began).toBeGreaterThan(1000)
})
