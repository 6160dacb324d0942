import { stripVTControlCharacters } from 'node:util'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ReleaseStore } from '@interline/federation/release'
import { artifactFolder } from '@interline/federation/schema'
import { findBrowser } from '../workspace/browser.ts'
import { root } from '../workspace/parts.ts'
import { track } from '../product/processes.ts'
import type { Session } from './api.ts'
import type { Scratch } from './scratch.ts'

const call = z.object({ method: z.string(), path: z.string(), status: z.number(), answer: z.unknown() })
export type Call = z.infer<typeof call>

const found = z.object({
  checks: z.array(z.object({ title: z.string(), state: z.enum(['ok', 'failed', 'skipped']), reason: z.string() })),
  calls: z.array(call),
})

/**
 * All that the tests of one page found: of which round, of which remote (null: of the round as such), check by check,
 * and the calls that the page made.
 */
export type PageResult = { round: number; remote: string | null } & z.infer<typeof found>

const spec = z.object({
  title: z.string(),
  tests: z.array(
    z.object({
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
      results: z.array(
        z.object({
          status: z.string(),
          errors: z.array(z.object({ message: z.string().optional() })).default([]),
          attachments: z.array(z.object({ name: z.string(), body: z.string().optional() })).default([]),
        }),
      ),
    }),
  ),
})
type Spec = z.infer<typeof spec>
type Suite = { specs?: Spec[]; suites?: Suite[] }
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(spec).optional(), suites: z.array(suite).optional() }),
)
const report = z.object({
  suites: z.array(suite),
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
})

/** Runs the contract and smoke tests over all rounds in one browser run. Throws when they did not run at all. */
export async function runBrowserTests(
  { folder, rounds }: Scratch,
  session: Session,
  log: (line: string) => void,
): Promise<PageResult[]> {
  const [input, output] = [join(folder, 'rounds.json'), join(folder, 'report.json')]
  writeFileSync(
    input,
    JSON.stringify({
      session,
      rounds: rounds.map(({ url, folder, shell, remotes }) => {
        const reachesPage = new ReleaseStore(folder).live()?.reachesPage ?? []
        return {
          url,
          shell: `shell@${artifactFolder(shell)}`,
          remotes: remotes.map((remote) => ({ ...remote, reachesPage: reachesPage.includes(remote.name) })),
        }
      }),
    }),
  )
  const env = {
    ...process.env,
    CHROMIUM_PATH: findBrowser(log),
    INTERLINE_SKEW: input,
    PLAYWRIGHT_JSON_OUTPUT_FILE: output,
  }
  const args = [
    'test',
    '--config',
    'skew/playwright.config.ts',
    '--reporter=list,json',
    '--output',
    join(folder, 'playwright'),
  ]
  const child = track(
    spawn(join(root, 'e2e/node_modules/.bin/playwright'), args, {
      cwd: join(root, 'e2e'),
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  )
  await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject))
  if (!existsSync(output)) throw new Error('the browser tests left no report')
  const { suites, errors } = report.parse(JSON.parse(readFileSync(output, 'utf8')))
  const results = suites.flatMap(specsOf).map(resultOf)
  if (results.length === 0)
    throw new Error(`no browser test ran: ${errors.map(({ message }) => plain(message ?? '')).join('; ')}`)
  return results
}

const specsOf = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)]

function resultOf({ title, tests }: Spec): PageResult {
  const note = (type: string) => tests[0]?.annotations.find((one) => one.type === type)?.description ?? null
  const last = tests[0]?.results.at(-1)
  const body = last?.attachments.find(({ name }) => name === 'found')?.body
  const { checks, calls } = body
    ? found.parse(JSON.parse(Buffer.from(body, 'base64').toString('utf8')))
    : { checks: [], calls: [] }
  const results = checks.map((check) => ({ ...check, reason: plain(check.reason) }))
  // A test that broke off, or whose browser died, says so itself.
  const broken = last?.status !== 'passed' && !results.some(({ state }) => state === 'failed')
  const reason =
    (last?.errors ?? []).map(({ message }) => plain(message ?? '')).join('\n') ||
    `it ended as ${last?.status ?? 'nothing'}`
  return {
    round: Number(note('round')),
    remote: note('remote'),
    checks: broken ? [...results, { title, state: 'failed', reason }] : results,
    calls,
  }
}

/** A message of the test runner as plain text, without its log of what was tried. */
const plain = (message: string) =>
  stripVTControlCharacters(message)
    .replace(/^Error: /, '')
    .split(/\n\s*\n?Call log:/)[0]
    ?.trim() ?? ''
