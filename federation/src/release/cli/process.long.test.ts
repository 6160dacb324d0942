import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveRemote } from '../../serve/serve-remote.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { pin } from '../commit/plan-and-commit.ts'
import type { ReleaseStore } from '../store/store.ts'

// The other tests of the commands call them in their own process. These show what only a process of its own has: exit
// codes, streams, signals, and two of them at once.

let store: ReleaseStore
const noAnswer: RequestListener = () => undefined
let origin: RequestListener
const server = createServer((request, response) => origin(request, response))

function start(args: string[], nodeArgs: string[] = []): ChildProcess {
  const env = { ...process.env, DATA_DIR: store.folder, RELEASE_MANAGER: 'mara', API_URL: '' }
  const file = join(import.meta.dirname, 'cli.ts')
  return spawn(process.execPath, ['--import', 'tsx', ...nodeArgs, file, ...args], { env })
}

async function ended(child: ChildProcess) {
  const output = { out: '', err: '' }
  child.stdout?.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal, ...output }
}

const release = (...args: string[]) => ended(start(args))

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve))
  store = storeOfThree({ drivers: `http://localhost:${(server.address() as AddressInfo).port}` })
  origin = serveRemote(store, 'drivers')
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  putRemote(store, 'drivers', { version: '1.1.0', build: build(1), routes: ['/drivers', '/drivers/:id'] })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('ends with 0 when it is done, 1 when it is refused, 2 when it is not understood; only the answer is on stdout', async () => {
  const [done, refused, strange] = await Promise.all([release('status'), release('show', '7'), release('dance')])
  expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/^release 1, /) as string, err: '' })
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^release: /) as string })
  expect(strange).toMatchObject({ code: 2, out: '', err: expect.stringContaining("unknown command 'dance'") as string })
})

it('shows the stack of what nobody expected, and ends with 1', async () => {
  const broken = `data:text/javascript,process.stdout.write=()=>{throw new TypeError('a bug')}`
  const { code, err } = await ended(start(['status'], ['--import', broken]))
  expect(code).toBe(1)
  expect(err).toMatch(/TypeError: a bug\n +at /)
})

it('a pin that is stopped while it asks an origin writes nothing', async () => {
  origin = noAnswer
  const child = start(['pin', 'drivers@1.1.0', '--reason', 'details'])
  const end = ended(child)
  await once(server, 'request')
  child.kill('SIGTERM')
  expect(await end).toMatchObject({ code: null, signal: 'SIGTERM', out: '' })
  expect(store.releaseNumbers()).toEqual([1])
  origin = serveRemote(store, 'drivers')
})

it('two managers who expect the same release: one is done, one is refused', async () => {
  const both = await Promise.all(
    ['mine', 'yours'].map((reason) => release('pin', 'drivers@1.1.0', '--reason', reason, '--expect', '1')),
  )
  expect(both.map(({ code }) => code).sort(), both.map(({ err }) => err).join()).toEqual([0, 1])
  expect(store.live()?.number).toBe(2)
  expect(store.releaseNumbers()).toEqual([1, 2])
})
