import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { itUnless } from '../../testing/services.ts'
import { lockFolder } from './folder-lock.ts'

const data = mkdtempSync(join(tmpdir(), 'interline-lock-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

const code = (folder: string) => `
  import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url))}
  try {
    lockFolder(${JSON.stringify(folder)})
    console.log('locked as', process.pid)
    setInterval(() => {}, 1000)
  } catch (error) {
    console.log(error.message)
  }`
const node = ['--import', 'tsx', '--input-type=module', '-e']

/** A process that locks the folder and goes on, started by `command`; `said` is its first line. */
async function startHolder(folder: string, command: string, ...args: string[]) {
  const child = spawn(command, [...args, ...node, code(folder)])
  const ended = once(child, 'exit')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, ended, said: line.toString().trim() }
}

it('is held by one, within a process too, until it is given back', () => {
  const folder = join(data, 'once')
  const release = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(`${folder} is in use by process ${process.pid} of `)
  release()
  lockFolder(folder)()
})

it('ends with its process, after kill -9 too', async () => {
  const folder = join(data, 'killed')
  const { child, ended, said } = await startHolder(folder, process.execPath)
  expect(said).toBe(`locked as ${child.pid}`)
  expect(() => lockFolder(folder)).toThrow(`is in use by process ${child.pid} of `)
  child.kill('SIGKILL')
  await ended
  lockFolder(folder)()
})

it('is not held by a file that an earlier process, or an earlier version, left behind', () => {
  const folder = join(data, 'left')
  writeFileSync(`${folder}.lock`, `{"pid":${process.ppid},"startedAt":"unknown"}`)
  lockFolder(folder)()
})

const container = ['--pid', '--fork', '--kill-child', '--mount-proc']

function whyNoContainers(): string | undefined {
  try {
    execFileSync('unshare', [...container, 'true'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'skipped: no process numbers of their own here'
  }
}

itUnless(whyNoContainers())('holds between containers, where both processes have the same number', async () => {
  const folder = join(data, 'containers')
  const first = await startHolder(folder, 'unshare', ...container, process.execPath)
  expect(first.said).toBe('locked as 1')
  const second = await startHolder(folder, 'unshare', ...container, process.execPath)
  expect(second.said).toContain(`${folder} is in use by process 1 of `)
  await second.ended
  first.child.kill('SIGKILL')
  await first.ended
})
