import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../harness/product/product.ts'
import { sum, type Count } from './hand.ts'
import { tasks, type Task } from './tasks.ts'

/** The document that `npm run bench -- stopwatch --update` writes. */
export const stopwatchPage = join(root, 'docs/stopwatch.md')

export const runners = ['Interline', 'react-admin', 'refine'] as const
export type Runner = (typeof runners)[number]
export type Counts = Record<Task, Record<Runner, Count>>

const of = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A count as the document has it, e.g. `**56**: 4 clicks, 52 keys, 47 of them text`. */
export const countText = (count: Count) =>
  `**${sum(count)}**: ${of(count.clicks, 'click')}, ${of(count.keys, 'key')}${count.typed > 0 ? `, ${count.typed} of them text` : ''}`

/** What the document says that a task takes, in the order of `runners`. */
export function readCounts(task: Task): Count[] {
  const row = readFileSync(stopwatchPage, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${tasks[task]} |`))
  const cells = [...(row ?? '').matchAll(/(\d+) clicks?, (\d+) keys?(?:, (\d+) of them text)?/g)]
  if (cells.length !== runners.length) throw new Error(`docs/stopwatch.md has no counts of "${tasks[task]}"`)
  return cells.map(([, clicks, keys, typed = 0]) => ({
    clicks: Number(clicks),
    keys: Number(keys),
    typed: Number(typed),
  }))
}
