import { readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { sessionState } from '../../e2e/harness/backend/session-state.ts'
import { officeBrowser } from '../../e2e/harness/page/chromium.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { launch, planProduct } from '../../e2e/harness/product/product.ts'
import { Hand, sum, type Count } from '../../e2e/stopwatch/hand.ts'
import { inTheProduct, makeView } from '../../e2e/stopwatch/in-the-product.ts'
import { openOffice, type Office } from '../../e2e/stopwatch/office.ts'
import { runners, stopwatchPage, type Counts, type Runner } from '../../e2e/stopwatch/read-counts.ts'
import { mostOfPeer, play, taskNames, tasks, type Hands, type Turn } from '../../e2e/stopwatch/tasks.ts'
import { launchBrowser } from '../browser.ts'
import { ratio, type Check } from '../check.ts'
import { installPeers, servePeer } from '../load/peers.ts'
import { inReactAdmin } from './in-react-admin.ts'
import { inRefine } from './in-refine.ts'
import { writePage } from './write-page.ts'

const log = (line: string) => void process.stdout.write(`${line}\n`)
const handsOf: Record<Runner, { hands: Hands; turn: Turn }> = {
  Interline: { hands: inTheProduct, turn: 'first' },
  'react-admin': { hands: inReactAdmin, turn: 'second' },
  refine: { hands: inRefine, turn: 'third' },
}

/**
 * The clicks and keys of six tasks of a day, in the product and in lean screens of two other frameworks over the same
 * API. With `update` it writes docs/stopwatch.md; without, it fails when that says something else.
 */
export async function benchStopwatch({ update }: { update: boolean }): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'interline-stopwatch-'))
  const port = await takePorts()
  const plan = await planProduct('stopwatch', { DEMO_ROWS: '200' })
  const urls: Record<Runner, string> = {
    Interline: plan.url,
    'react-admin': `http://localhost:${port}`,
    refine: `http://localhost:${port + 1}`,
  }
  await installPeers()
  const product = launch({ ...plan, env: { ...plan.env, ALLOWED_ORIGINS: Object.values(urls).join(',') } })
  const servers: Server[] = []
  const browser = await launchBrowser()
  try {
    await product.printed(/^Ready: /m, 240_000)
    for (const [offset, name] of (['react-admin', 'refine'] as const).entries())
      servers.push(
        await servePeer({
          name,
          page: 'tasks',
          target: join(folder, name),
          port: port + offset,
          apiUrl: product.apiUrl,
        }),
      )
    const office = await openOffice(product.apiUrl)
    const counts = Object.fromEntries(taskNames.map((task) => [task, {}])) as Counts
    let view: Count | undefined
    for (const runner of runners)
      for (const task of taskNames) {
        const { hands, turn } = handsOf[runner]
        const home = urls[runner]
        await onNewPage(browser, home, office, async (page) => {
          if (runner === 'Interline' && task === 'cancellations') {
            const hand = new Hand(page)
            await page.goto(home)
            await makeView(hand)
            view = hand.count
          }
          counts[task][runner] = await play(task, { hands, office, turn, page, home })
        })
        log(`${runner}: ${tasks[task]}: ${sum(counts[task][runner])}`)
      }
    if (!view) throw new Error('the view was not made')
    keep(writePage(counts, view), update)
    return taskNames.flatMap((task) =>
      (['react-admin', 'refine'] as const).map((peer) =>
        ratio(
          `clicks and keys: ${tasks[task]}: Interline ÷ ${peer}`,
          sum(counts[task].Interline) / sum(counts[task][peer]),
          mostOfPeer[task],
        ),
      ),
    )
  } finally {
    await browser.close()
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A browser that knows nothing but the session: no list remembers what was searched for before. */
async function onNewPage(
  browser: Browser,
  url: string,
  office: Office,
  act: (page: Awaited<ReturnType<Browser['newPage']>>) => Promise<void>,
) {
  const { viewport, locale, timezoneId } = officeBrowser
  const storageState = sessionState(url, office.owner)
  const page = await browser.newPage({ viewport, locale, timezoneId, storageState, reducedMotion: 'reduce' })
  page.setDefaultTimeout(15_000)
  try {
    await act(page)
  } finally {
    await page.close()
  }
}

function keep(text: string, update: boolean) {
  if (update) return writeFileSync(stopwatchPage, text)
  if (readFileSync(stopwatchPage, 'utf8') !== text)
    throw new Error('docs/stopwatch.md says something else: npm run bench -- stopwatch --update')
}
