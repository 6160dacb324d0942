import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { publish } from '../../release/index.ts'
import { builtRemote } from '../built-part.ts'
import { newStore } from '../stored-parts.ts'
import { serveRemote } from '../../serve/serve-remote.ts'
import { clientAddressFrom } from '../../serve/http/client-address.ts'
import { bounded } from '../../serve/http/guard.ts'
import { openAnswers } from '../../serve/http/open-answers.ts'

/** More than the system takes for a reader of this machine who reads nothing. */
const long = 'x'.repeat(8 * 1024 * 1024)

const servers: Server[] = []
const lines: Socket[] = []
afterEach(() => {
  for (const line of lines.splice(0)) line.destroy()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function start(limits: Parameters<typeof openAnswers>[0] = { inMs: Infinity }) {
  const store = newStore()
  const { descriptor } = publish(store, builtRemote('drivers', {}, { 'large.1.js': long }))
  const handler = serveRemote(store, 'drivers')
  const clientAddress = clientAddressFrom({ TRUST_PROXY: 'loopback' })
  const answer = bounded(handler, clientAddress, { inAll: 6, ofAddress: 4 }, openAnswers(limits))
  const server = createServer(answer).listen(0)
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const path = `/${descriptor.version}-${descriptor.build}/`
  return {
    /** A line that asks for the large file, as often as `times` says in one breath, and reads nothing. */
    ask(times = 1, from = '203.0.113.1') {
      const line = connect(port, '127.0.0.1').pause()
      line.on('error', () => undefined)
      line.write(`GET ${path}large.1.js HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${from}\r\n\r\n`.repeat(times))
      lines.push(line)
      return line
    },
    status: async (of: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${of === '/healthz' ? of : path + of}`)
      return [answer.status, (await answer.text()).length > 100]
    },
    openFiles: () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        const link = join('/proc/self/fd', fd)
        return existsSync(link) && readlinkSync(link).endsWith('large.1.js')
      }).length,
  }
}

it.for<[string, number, (at: number) => string]>([
  ['one address', 4, () => '203.0.113.1'],
  ['many addresses', 6, (at: number) => `203.0.113.${at}`],
])('holds few answers that nobody reads, from %s, and leaves others their places', async ([, most, from], { skip }) => {
  skip(!existsSync('/proc/self/fd'), 'there is no /proc here')
  const { ask, status, openFiles } = await start()
  for (let at = 0; at < 40; at += 1) ask(1, from(at))
  await expect.poll(openFiles).toBe(most)
  await expect.poll(() => status('remote.1.js')).toEqual([200, true])
  for (let times = 0; times < 2; times += 1) {
    expect(await status('remote.1.js')).toEqual([200, true])
    expect(await status('large.1.js')).toEqual([200, true])
    expect(await status('/healthz')).toEqual([200, false])
  }
  // On a slow machine the last of the forty come only now, and are cut soon.
  await expect.poll(openFiles).toBeLessThanOrEqual(most)
})

it('closes the files of answers that stood behind another one', async ({ skip }) => {
  skip(!existsSync('/proc/self/fd'), 'there is no /proc here')
  const { ask, openFiles } = await start({ lookEveryMs: 20 })
  const line = ask(4)
  await expect.poll(openFiles).toBe(4)
  line.destroy()
  await expect.poll(openFiles).toBe(0)
})
