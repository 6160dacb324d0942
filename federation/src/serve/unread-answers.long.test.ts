import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { publish } from '../release/index.ts'
import { builtRemote } from '../testing/built-part.ts'
import { newStore } from '../testing/stored-parts.ts'

const port = 23_170
const isOpen = (fd: string) => existsSync(fd) && readlinkSync(fd).endsWith('large.1.js')

it.skipIf(!existsSync('/proc/self/fd'))(
  'an origin answers others while 1,500 lines read nothing',
  { timeout: 300_000 },
  async () => {
    const store = newStore()
    const large = 'x'.repeat(12 * 1024 * 1024)
    const { descriptor } = publish(store, builtRemote('drivers', {}, { 'large.1.js': large }))
    const folder = `/${descriptor.version}-${descriptor.build}/`
    const child = fork(fileURLToPath(new URL('main.ts', import.meta.url)), ['drivers', String(port)], {
      execArgv: ['--import', 'tsx'],
      env: { PATH: process.env.PATH ?? '', DATA_DIR: store.folder },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'message')
    /** How many of 100 requests one after the other were lost, and the slowest tenth of health checks. */
    const others = async () => {
      let lost = 0
      const times: number[] = []
      for (let at = 0; at < 100; at += 1) {
        const got = await fetch(`http://127.0.0.1:${port}${folder}${at % 2 ? 'remote.1.js' : 'routes.1.js'}`)
          .then(async (answer) => (await answer.text()) !== '' && answer.status === 200)
          .catch(() => false)
        if (!got) lost += 1
        const asked = performance.now()
        expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
        times.push(performance.now() - asked)
      }
      return { lost, slowest: times.sort((a, b) => a - b).at(-10) ?? 0 }
    }
    const alone = await others()
    const lines = Array.from({ length: 1500 }, () => {
      const line = connect(port, '127.0.0.1').pause()
      line.on('error', () => undefined)
      line.write(`GET ${folder}large.1.js HTTP/1.1\r\nhost: a\r\n\r\n`)
      return line
    })
    onTestFinished(() => lines.forEach((line) => line.destroy()))
    // They are opened in this process, which measures nothing meanwhile.
    await Promise.all(lines.map((line) => once(line, 'connect')))
    const { lost, slowest } = await others()
    expect(lost).toBeLessThanOrEqual(1)
    // The promise is 100 ms; other tests run beside this one, and a machine may be slow by itself.
    expect(slowest).toBeLessThan(Math.max(300, 2 * alone.slowest))
    // Each holds a piece of its file, and one of its answer. Few are cut at once.
    const files = () => readdirSync(`/proc/${child.pid}/fd`).filter((fd) => isOpen(`/proc/${child.pid}/fd/${fd}`))
    await expect.poll(() => files().length).toBeLessThanOrEqual(250)
  },
)
