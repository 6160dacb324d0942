import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
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
