import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { startProcess } from '../testing/start-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'interline-stopped-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const copies = () => readdirSync(dataDir).filter((name) => name.startsWith('backup-'))

it.each(['while the API copies', 'while it reads the copy'])(
  'a backup that is told to stop %s leaves nothing behind',
  async (moment) => {
    const api = await startProcess({ DATA_DIR: dataDir })
    const file = join(dataDir, 'stopped.tar.gz')
    const command = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), ['backup', '--to', file], {
      execArgv: ['--import', 'tsx'],
      silent: true,
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
    })
    const ended = once(command, 'exit')
    const isThere = () => (moment === 'while the API copies' ? copies().length > 0 : existsSync(`${file}.part`))
    await expect.poll(isThere, { timeout: 120_000, interval: 5 }).toBe(true)
    command.kill('SIGINT')
    await ended
    await expect.poll(copies, { timeout: 60_000 }).toEqual([])
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
    api.child.kill('SIGTERM')
    expect(await api.ended).toBe(0)
  },
  240_000,
)
