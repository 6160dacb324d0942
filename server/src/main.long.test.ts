import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { call, startProcess as start } from './testing/start-process.ts'
import { field } from './testing/test-server.ts'

const demoFolder = mkdtempSync(join(tmpdir(), 'interline-main-'))
const productionFolder = mkdtempSync(join(tmpdir(), 'interline-main-'))
const timeoutMs = 300_000

afterAll(() => {
  for (const folder of [demoFolder, productionFolder]) rmSync(folder, { recursive: true, force: true })
})

it(
  'keeps what it acknowledged through kill -9, lets nobody else open its folder meanwhile, and starts again at once',
  async () => {
    const env = { DATA_DIR: demoFolder }
    const first = await start(env)
    const signedIn = await call(first.port, 'POST', '/user/auth/admin-login', undefined, {
      email: 'admin@interline.test',
      password: 'interline-demo',
    })
    const token = field<string>(signedIn, 'data.token')
    const _id = field<string>(await call(first.port, 'GET', '/admin/user/rides', token), 'data.0._id')
    expect(await call(first.port, 'POST', '/admin/ride/status', token, { _id, status: 'Started' })).toEqual({
      success: true,
    })

    const second = await start(env)
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`${join(env.DATA_DIR, 'database')} is in use by process ${first.child.pid}`)

    first.child.kill('SIGKILL')
    await first.ended
    const third = await start(env)
    expect(field(await call(third.port, 'GET', '/admin/user/rides', token), 'data.0.status')).toBe('Started')
    third.child.kill('SIGTERM')
    await expect.poll(() => third.child.exitCode, { timeout: 5000 }).toBe(0)
  },
  timeoutMs,
)

it(
  'ends when the process that started it goes away',
  async () => {
    const server = await start({ DATA_DIR: demoFolder })
    // Node tells no 'close' of a child that was disconnected, only its 'exit'.
    const exited = once(server.child, 'exit')
    server.child.disconnect()
    expect(await exited).toEqual([0, null])
  },
  timeoutMs,
)

it(
  'has no demo data and no known password in production, and needs a first administrator',
  async () => {
    const withDemo = await start({
      NODE_ENV: 'production',
      DATA_DIR: demoFolder,
      ADMIN_EMAIL: 'boss@corp.example',
      ADMIN_PASSWORD: 'correct horse battery',
    })
    expect(await withDemo.ended).toBe(1)
    expect(withDemo.output()).toContain('NODE_ENV: production has no demo data, and this database holds the demo')

    const env = { NODE_ENV: 'production', DATA_DIR: productionFolder }
    const refused = await start(env)
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain('ADMIN_EMAIL, ADMIN_PASSWORD')
    const common = await start({ ...env, ADMIN_EMAIL: 'boss@corp.example', ADMIN_PASSWORD: 'Password1234' })
    expect(await common.ended).toBe(1)
    expect(common.output()).toContain('ADMIN_PASSWORD: is one of the most common passwords')

    const server = await start({ ...env, ADMIN_EMAIL: 'boss@corp.example', ADMIN_PASSWORD: 'correct horse battery' })
    expect(
      await call(server.port, 'POST', '/user/auth/admin-login', undefined, {
        email: 'admin@interline.test',
        password: 'interline-demo',
      }),
    ).toMatchObject({ success: false })
    const signedIn = await call(server.port, 'POST', '/user/auth/admin-login', undefined, {
      email: 'boss@corp.example',
      password: 'correct horse battery',
    })
    expect(await call(server.port, 'GET', '/admin/drivers', field<string>(signedIn, 'data.token'))).toEqual({
      success: true,
      data: [],
    })
  },
  timeoutMs,
)
