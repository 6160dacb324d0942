import { execFileSync } from 'node:child_process'
import { root } from '../workspace/parts.ts'
import { browser } from './browser.ts'
import { firefox } from './firefox.ts'
import type { Found } from './found.ts'
import { unit } from './unit.ts'

const times = { short: 10, long: 3 }
const longAbove = 20
const mostMs = 15 * 60_000
/** CI ends a run after 90 minutes: what is new gives way. */
const wholeRunMs = 75 * 60_000
/** The start of a round: the product is built, the browser started. */
const secondsToStart = 60

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }).trim()
const textAt = (commit: string, path: string) => git('show', `${commit}:${path}`)

/** The text of a test file without its imports and its empty lines. */
export const withoutImports = (text: string) =>
  text.replaceAll(/^import (?:[^;'"]*? from )?'[^']+'\n/gm, '').replaceAll(/^\s*\n/gm, '')

/**
 * The commit that new tests are counted from: `CI_BASE`, else the newest that is older than a day; empty where there is
 * none. Throws when `CI_BASE` is no commit of this clone.
 */
export function findBase(): string {
  const { CI_BASE: named } = process.env
  try {
    return git('rev-list', '-1', ...(named ? [named] : ['--before=1.day.ago', 'HEAD']))
  } catch (error) {
    if (!named) return ''
    throw new Error(`CI_BASE: "${named}" is no commit of this clone`, { cause: error })
  }
}

/** Test files that are new since a commit, or in which anything but an import changed. A moved file is not new. */
function changedSince(base: string): string[] {
  const rows = git(
    'diff',
    '-M',
    '--name-status',
    '--diff-filter=AMR',
    base,
    'HEAD',
    '--',
    ':(glob)**/*.test.ts',
    ':(glob)**/*.test.tsx',
    ':(glob)**/*.spec.ts',
  )
  return rows
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t'))
    .filter(([kind = '', before = '', after = before]) => {
      if (kind === 'A') return true
      return withoutImports(textAt(base, before)) !== withoutImports(textAt('HEAD', after))
    })
    .map((row) => row.at(-1) ?? '')
}

/** The files of a round that is over within so many seconds, two at a time; those that were tried least come first. */
export function fitting<File extends { seconds: number; tried: number }>(files: File[], left: number): File[] {
  let needed = secondsToStart
  return files
    .toSorted((one, other) => one.tried - other.tried || one.seconds - other.seconds)
    .filter(({ seconds }) => (needed += seconds / 2) <= left)
}

/**
 * Runs the tests that are new as often as shows whether they flicker: files ten times, those above 20 s three times,
 * in 15 minutes. Their first time was the run before, which says how long each takes.
 */
export async function prove(base: string, files: Found['files'], elapsedMs: number): Promise<Found> {
  const found: Found = { passed: 0, failed: [], skipped: [], files: [] }
  if (base === '') {
    const reason = 'no commit here is older than a day, and CI_BASE names none'
    return { ...found, skipped: [{ name: 'new tests', reason }] }
  }
  const secondsOf = (file: string) => files.find(({ name }) => name === file)?.seconds
  const wanted = changedSince(base)
    .map((file) => ({ file, seconds: secondsOf(file), tried: 1 }))
    // One that did not run is of another run: `faults`, or long.
    .filter((one): one is { file: string; seconds: number; tried: number } => one.seconds !== undefined)
    .map((one) => ({ ...one, times: one.seconds > longAbove ? times.long : times.short }))
  const end = Date.now() + Math.min(mostMs, wholeRunMs - elapsedMs)
  for (;;) {
    const round = fitting(
      wanted.filter(({ tried, times }) => tried < times),
      (end - Date.now()) / 1000,
    )
    if (round.length === 0) break
    const filesOf = (step: RegExp) => round.map(({ file }) => file).filter((file) => step.test(file))
    const [tests, inFirefox, specs] = [/^(?!e2e\/)/, /^e2e\/.*\.test\.ts$/, /\.spec\.ts$/].map(filesOf)
    const parts = [
      ...(tests?.length ? [await unit(tests)] : []),
      ...(inFirefox?.length ? [await firefox(inFirefox)] : []),
      ...(specs?.length ? [await browser(specs.map((file) => file.replace('e2e/', '')))] : []),
    ]
    found.failed.push(...parts.flatMap(({ failed }) => failed))
    for (const one of round) one.tried += 1
    if (found.failed.length > 0) break
  }
  const unproven = wanted.filter(({ tried, times }) => tried < times)
  found.skipped.push(
    ...unproven.map(({ file, tried, times }) => ({ name: file, reason: `new, and tried ${tried} times of ${times}` })),
  )
  found.passed = found.failed.length === 0 ? wanted.length - unproven.length : 0
  return found
}
