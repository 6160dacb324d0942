import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { driver, listAnswer } from '@interline/shared/contract/schemas'
import { call, startProcess } from '../testing/start-process.ts'
import { field } from '../testing/test-server.ts'

it('answers others and its health check while 1,500 lines read nothing', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'interline-unread-'))
  const { port = 0 } = await startProcess({ DATA_DIR: folder, DEMO_ROWS: '300' })
  const person = { email: 'admin@interline.test', password: 'interline-demo' }
  const token = field<string>(await call(port, 'POST', '/user/auth/admin-login', undefined, person), 'data.token')
  const drivers = listAnswer(driver).parse(await call(port, 'GET', '/admin/drivers?page=1', token)).data
  const { pathname, search } = new URL(drivers.flatMap(({ driving_licence }) => driving_licence ?? [])[0] ?? '')
  writeFileSync(join(folder, 'uploads', basename(pathname)), Buffer.alloc(10 * 1024 * 1024))

  /** How many of 100 calls one after the other were lost, and the slowest tenth of health checks. */
  const others = async () => {
    let lost = 0
    const times: number[] = []
    for (let at = 0; at < 100; at += 1) {
      const users = await call(port, 'GET', '/admin/users?page=1', token).catch(() => null)
      if (!field(users, 'success')) lost += 1
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
    line.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: a\r\n\r\n`)
    return line
  })
  onTestFinished(() => lines.forEach((line) => line.destroy()))
  await Promise.all(lines.map((line) => once(line, 'connect')))
  const { lost, slowest } = await others()
  expect(lost).toBeLessThanOrEqual(1)
  // The promise is 100 ms; other tests run beside this one, and a machine may be slow by itself.
  expect(slowest).toBeLessThan(Math.max(300, 2 * alone.slowest))
})
