import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { startProcess } from '../testing/start-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'interline-stopped-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const copies = () => readdirSync(dataDir).filter((name) => name.startsWith('backup-'))

it('a backup that is told to stop while the API copies leaves nothing behind', async () => {
  const api = await startProcess({ DATA_DIR: dataDir })
  const file = join(dataDir, 'stopped.tar.gz')
  const command = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), ['backup', '--to', file], {
    execArgv: ['--import', 'tsx'],
    silent: true,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
  })
  const ended = once(command, 'exit')
  await expect.poll(() => copies().length, { timeout: 300_000, interval: 5 }).toBe(1)
  command.kill('SIGINT')
  await ended
  await expect.poll(copies, { timeout: 300_000 }).toEqual([])
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
  api.child.kill('SIGTERM')
  expect(await api.ended).toBe(0)
}, 240_000)

it('what a command has written is removed when it is told to stop', async () => {
  const copy = join(dataDir, 'copy')
  mkdirSync(join(copy, 'database'), { recursive: true })
  const code = `import { removeWhenStopped } from ${JSON.stringify(new URL('./when-stopped.ts', import.meta.url))}
    removeWhenStopped(${JSON.stringify(copy)})
    setInterval(() => {}, 1000)
    console.log('ready')`
  const command = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code])
  const ended = once(command, 'exit')
  await once(command.stdout, 'data')
  command.kill('SIGINT')
  expect(await ended).toEqual([130, null])
  expect(existsSync(copy)).toBe(false)
}, 300_000)
