import type { ChildProcess } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../workspace/parts.ts'
import { keepRunning, startProcess } from './processes.ts'

let folder: string
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'interline-processes-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** A program that notes each of its starts, and then does what `ending` says. */
function program(name: string, ending: string) {
  const [file, starts] = [join(folder, `${name}.mts`), join(folder, `${name}.starts`)]
  writeFileSync(
    file,
    `import { appendFileSync, readFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(starts)}, 'x')
const starts = readFileSync(${JSON.stringify(starts)}, 'utf8').length
process.send?.({ type: 'ready' })
${ending}`,
  )
  appendFileSync(starts, '')
  return { file: relative(root, file), starts: () => readFileSync(starts, 'utf8').length }
}

it('starts a process again that fails by itself, later each time, and one that somebody ends not', async () => {
  const { file, starts } = program(
    'fails-twice',
    `if (starts < 3) throw new Error('a defect')\nsetInterval(() => undefined, 1000)`,
  )
  const reports: [reason: string, restartMs: number | null][] = []
  const running: { process: ChildProcess }[] = []
  keepRunning(
    (onExit) => {
      const started = startProcess('test', file, [], {}, onExit)
      running.push(started)
      return started
    },
    (reason, restartMs) => reports.push([reason, restartMs]),
    50,
  )
  await expect.poll(starts).toBe(3)
  expect(reports).toEqual([
    ['ended with code 1', 50],
    ['ended with code 1', 100],
  ])
  running.at(-1)?.process.kill('SIGKILL')
  await expect.poll(() => reports.at(-1)).toEqual(['ended by SIGKILL', null])
})

it('leaves a process that ends with 0 as it is', async () => {
  const { file, starts } = program('ends', 'process.exit(0)')
  const reports: [reason: string, restartMs: number | null][] = []
  keepRunning(
    (onExit) => startProcess('test', file, [], {}, onExit),
    (...report) => reports.push(report),
    50,
  )
  await expect.poll(() => reports).toEqual([['ended with code 0', null]])
  expect(starts()).toBe(1)
})
