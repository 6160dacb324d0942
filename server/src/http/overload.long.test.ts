import { Agent, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { call, startProcess } from '../testing/start-process.ts'
import { field } from '../testing/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'interline-overload-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const atOnce = 400
const path = '/api/v1/admin/drivers?page=1&page_size=100&q=a&sort=full_name'

it(
  'answers as before within 10 s after four hundred connections asked without a pause',
  { timeout: 240_000 },
  async () => {
    const { port, child } = await startProcess({ DATA_DIR: folder, DEMO_ROWS: '2000' })
    const person = { email: 'admin@interline.test', password: 'interline-demo' }
    const token = field<string>(await call(port, 'POST', '/user/auth/admin-login', undefined, person), 'data.token')
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
    const ask = (path: string, from: Agent | false) =>
      new Promise<number | 'cut'>((resolve) => {
        request({ port, path, agent: from, headers: { authorization: `Bearer ${token}` } }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
        })
          .once('error', () => resolve('cut'))
          .end()
      })
    expect(await ask(path, false)).toBe(200)

    const statuses = new Set<number | 'cut'>()
    let left = 100 * atOnce
    const caller = async () => {
      for (; left > 0; left -= 1) statuses.add(await ask(path, agent))
    }
    const all = Promise.all(Array.from({ length: atOnce }, caller))
    await vi.waitUntil(() => left < 50 * atOnce, { timeout: 120_000 })
    expect(await ask('/healthz', false)).toBe(200)
    await all
    // It was more than it could do, and whoever was turned away was told so.
    expect([...statuses].sort()).toEqual([200, 503])

    agent.destroy()
    const tenTimes = () => Promise.all(Array.from({ length: 10 }, () => ask(path, false)))
    await expect.poll(tenTimes, { timeout: 10_000 }).toEqual(Array(10).fill(200))
    expect(child.exitCode).toBeNull()
  },
)
