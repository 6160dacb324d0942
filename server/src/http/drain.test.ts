import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { drain } from './drain.ts'

it.each([
  ['an hour back', -3_600_000],
  ['a day on', 86_400_000],
])('takes as long as it should when the clock is set %s', async (_what, by) => {
  const server = createServer()
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const line = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await new Promise((resolve) => server.once('connection', resolve))
  const from = performance.now()
  const drained = drain(server, 10_000, 400)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })
  try {
    await drained
    expect(performance.now() - from).toBeGreaterThan(350)
  } finally {
    vi.useRealTimers()
    line.destroy()
  }
})

it('answers the calls of connections that wait to be accepted', async () => {
  const server = createServer((_request, response) => response.end('here'))
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const lines = Array.from({ length: 20 }, () => connect((server.address() as AddressInfo).port, '127.0.0.1'))
  for (const line of lines) line.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
  const answers = Promise.all(lines.map((line) => text(line)))
  await new Promise<void>((connected) => process.nextTick(connected))
  const drained = drain(server, 1000, 2000)
  expect((await answers).filter((answer) => answer.endsWith('here'))).toHaveLength(20)
  await drained
})

it('ends no connection while the proxy would get a new one for it', async () => {
  const seen: { isListening: boolean; isKept: boolean }[] = []
  const server = createServer((_request, response) => {
    seen.push({ isListening: server.listening, isKept: response.shouldKeepAlive })
    response.end('here')
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const call = 'GET / HTTP/1.1\r\nhost: here\r\n\r\n'
  const lines = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  for (const line of lines) line.write(call)
  await new Promise<void>((connected) => process.nextTick(connected))
  const drained = drain(server, 1000, 2000)
  await vi.waitFor(() => expect(seen).toHaveLength(20))
  for (const line of lines) line.write(call)
  await drained
  expect(seen.filter(({ isListening }) => isListening)).not.toEqual([])
  expect(seen.filter(({ isListening, isKept }) => isListening !== isKept)).toEqual([])
})
