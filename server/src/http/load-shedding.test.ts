import { connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createApp } from './create-app.ts'
import { registerProblemDetails } from './problem-details.ts'
import { registerLoadShedding } from './load-shedding.ts'

/** As many for a client and an address as in all. */
const places = (many: number) => ({ inAll: many, ofAddress: many, ofClient: many })
const most = (calls: number) => ({ calls: places(calls), signIns: places(1), heavy: places(1) })

const app = createApp('silent', [])
afterAll(() => app.close())

it('refuses at once what is too much, counts sign-ins apart, and lets in again when somebody has left', async () => {
  let leave: () => void = () => undefined
  const held = new Promise<void>((resolve) => (leave = resolve))
  let entered = 0
  registerProblemDetails(app)
  registerLoadShedding(app, most(2))
  const schema = { response: { 200: z.object({ done: z.boolean() }) } }
  for (const path of ['/list', '/user/auth/admin-login'])
    app.get(path, { schema }, async () => {
      entered += 1
      return held.then(() => ({ done: true }))
    })
  app.get('/healthz', { schema }, async () => ({ done: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const status = async (path: string) => (await fetch(url + path)).status

  const waiting = [status('/list'), status('/list'), status('/user/auth/admin-login')]
  await expect.poll(() => entered).toBe(3)
  const refused = await fetch(`${url}/list`)
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    503,
    '1',
    { success: false, title: 'Too busy' },
  ])
  expect(await status('/user/auth/admin-login')).toBe(503)
  expect(await status('/healthz')).toBe(200)
  leave()
  expect(await Promise.all(waiting)).toEqual([200, 200, 200])
  await expect.poll(() => status('/list')).toBe(200)
})

it('gives no place to a call whose body is still on its way', async () => {
  const app = createApp('silent', [])
  let arrived = 0
  app.addHook('onRequest', async () => void (arrived += 1))
  registerProblemDetails(app)
  registerLoadShedding(app, most(2))
  app.post('/user/auth/admin-login', async () => 'signed in')
  app.post('/list', async () => 'a list')
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const post = async (path: string) =>
    (await fetch(new URL(path, url), { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }))
      .status
  const drip = (path: string) => {
    const socket = connect(Number(url.port), '127.0.0.1')
    socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`)
    return socket
  }
  const dripping = Array.from({ length: 20 }, (_, at) => drip(at % 2 ? '/list' : '/user/auth/admin-login'))
  await expect.poll(() => arrived).toBe(dripping.length)
  expect([await post('/list'), await post('/user/auth/admin-login')]).toEqual([200, 200])
  for (const socket of dripping) socket.destroy()
  await app.close()
})

it('begins one call in each turn of the event loop, in their order', async () => {
  const app = createApp('silent', [])
  registerLoadShedding(app, most(100))
  let turn = 0
  let counting = setImmediate(function count() {
    turn += 1
    counting = setImmediate(count)
  })
  const began: { call: string; turn: number }[] = []
  app.get('/:call', async ({ params }) => void began.push({ ...(params as { call: string }), turn }))
  const calls = Array.from({ length: 20 }, (_, at) => `/${at}`)
  await app.ready()
  await Promise.all(calls.map((url) => app.inject({ url })))
  clearImmediate(counting)
  expect(began.map(({ call }) => `/${call}`)).toEqual(calls)
  expect(new Set(began.map((one) => one.turn)).size).toBe(calls.length)
  await app.close()
})
