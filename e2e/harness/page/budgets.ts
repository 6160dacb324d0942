import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { followRequests, isCode, roundTripsOf } from './page-requests.ts'
import { release, root } from '../product/product.ts'

/**
 * A figure of the product: bytes or a count of requests, round trips. `where` is a part (`drivers`) or a path
 * (`/drivers`).
 */
export type Figure = { where: string; what: string; value: number }

type Amounts = Record<string, number>
/**
 * `bench/budgets.json`: of each part bytes of code as served, by what they are loaded for; of each screen what its
 * first load may ask for.
 */
type Budgets = { parts: Record<string, Amounts>; pages: Record<string, Amounts> }

const file = join(root, 'bench/budgets.json')
const readBudgets = () => JSON.parse(readFileSync(file, 'utf8')) as Budgets

/** Bytes of code of each part that is live, as its origin serves them. */
export async function partFigures(product: { dataDir: string }): Promise<Figure[]> {
  const { sizes } = JSON.parse(await release(product, 'sizes', '--json')) as {
    sizes: { part: string; what: string; bytes: number }[]
  }
  return sizes.map(({ part, what, bytes }) => ({ where: part, what, value: bytes }))
}

/**
 * What the first load of a screen takes, nothing cached: the page's bytes, sent and expanded, and its requests of code
 * until `open` has it standing.
 */
export async function pageFigures(page: Page, url: string, path: string, open: () => Promise<void>): Promise<Figure[]> {
  const html = await bytesOfPage(new URL(path, url))
  const session = await page.context().newCDPSession(page)
  const requests = await followRequests(session)
  // Who saves data gets nothing in advance: what is asked for then, this screen needs.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await open()
  const allRequests = [...requests.values()]
  await session.detach()
  const figures = {
    html: html.sent,
    'html, expanded': html.expanded,
    'requests of code': allRequests.filter(isCode).length,
    'round trips of code': roundTripsOf(allRequests),
  }
  return Object.entries(figures).map(([what, value]) => ({ where: path, what, value }))
}

function bytesOfPage(url: URL): Promise<{ sent: number; expanded: number }> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { headers: { accept: 'text/html', 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const sent = Buffer.concat(chunks)
        resolve({
          sent: sent.length,
          expanded: response.headers['content-encoding'] === 'br' ? brotliDecompressSync(sent).length : sent.length,
        })
      })
    })
    clientRequest.once('error', reject).end()
  })
}

/** What `bench/budgets.json` allows of a figure; undefined when it says nothing of it. */
export const budgetOf = ({ where, what }: Figure, { parts, pages }: Budgets = readBudgets()): number | undefined =>
  (where.startsWith('/') ? pages : parts)[where]?.[what]

/** One sentence for each figure that is over its budget or has none. */
export function overBudget(figures: Figure[], budgets: Budgets = readBudgets()): string[] {
  return figures.flatMap((figure) => {
    const allowed = budgetOf(figure, budgets)
    if (allowed !== undefined && figure.value <= allowed) return []
    const { where, what, value } = figure
    const excess =
      allowed === undefined
        ? `${where}, ${what}: ${value}, and bench/budgets.json says nothing of it`
        : `${where}, ${what}: ${value}, bench/budgets.json allows ${allowed}`
    return [
      `${excess}. Take it back; or, if it is worth it, raise it on purpose: npm run bench -- budgets --update, and say why in the commit.`,
    ]
  })
}

const isCount = ({ what }: Figure) => what.endsWith('of code')
const withRoom = (figure: Figure) => (isCount(figure) ? figure.value : Math.ceil((figure.value * 1.04) / 10) * 10)

/** Writes budgets of what is measured now: counts exactly so, bytes with 4 % of room. */
export function writeBudgets(figures: Figure[]): void {
  const budgets: Budgets = { parts: {}, pages: {} }
  for (const figure of figures) {
    const kind = figure.where.startsWith('/') ? budgets.pages : budgets.parts
    ;(kind[figure.where] ??= {})[figure.what] = withRoom(figure)
  }
  writeFileSync(file, `${JSON.stringify(budgets, null, 2)}\n`)
}
