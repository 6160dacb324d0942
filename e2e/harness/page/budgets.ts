import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { followRequests, isCode, roundTripsOf } from './page-requests.ts'
import { root } from '../product/product.ts'

/** The first load of a screen takes this: its code in bytes as served, the requests of it, and its round trips. */
export type FirstLoad = { bytes: number; requests: number; roundTrips: number }

/** `bench/budgets.json`: of each screen the bytes that landed last, and the most that it may take. */
type Budgets = Record<string, { bytes: number; ceiling: number }>

const file = join(root, 'bench/budgets.json')
const readBudgets = () => JSON.parse(readFileSync(file, 'utf8')) as Budgets

/** Measures a screen with nothing cached, until `open` has it standing. */
export async function firstLoad(page: Page, open: () => Promise<void>): Promise<FirstLoad> {
  const session = await page.context().newCDPSession(page)
  const requests = await followRequests(session)
  // A person who saves data gets nothing in advance: this screen needs what is asked for then.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await open()
  const all = [...requests.values()]
  await session.detach()
  const code = all.filter(isCode)
  const sizes = await Promise.all(code.map(({ url }) => bytesServed(url)))
  return { bytes: sizes.reduce((sum, bytes) => sum + bytes, 0), requests: code.length, roundTrips: roundTripsOf(all) }
}

async function bytesServed(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  const bytes = Number(response.headers.get('content-length'))
  if (!response.ok || bytes === 0) throw new Error(`${url} answers ${response.status} without its length`)
  return bytes
}

/** Beyond SPEC the dashboard and the chats draw what our backend alone has; it comes after the screen itself. */
export const mostTrips = (path: string) => (path === '/' || path === '/chats' ? 3 : 2)
export const mostRequests = 10

/** Whether a screen has grown enough since it landed that its commit must say so: above 2 % and 2 KB. */
const hasGrown = (bytes: number, before: number) => bytes > before * 1.02 && bytes > before + 2048

/** A screen beside what landed last, in words, and the most that it may take: 0 where nothing says it. */
export function compare(
  path: string,
  bytes: number,
  budgets: Budgets = readBudgets(),
): { said: string; ceiling: number } {
  const { bytes: before, ceiling } = budgets[path] ?? { bytes: 0, ceiling: 0 }
  const change = `${path}: bytes of code, ${bytes < before ? '' : '+'}${bytes - before} to what landed`
  return { ceiling, said: hasGrown(bytes, before) ? `${change} (say in the commit what it buys)` : change }
}

/** Writes what landed; a ceiling that is passed moves, with 4 % of room. */
export function writeBudgets(measured: Map<string, number>): void {
  const before = readBudgets()
  const budgets = Object.fromEntries(
    [...measured].map(([path, bytes]) => {
      const ceiling = before[path]?.ceiling ?? 0
      return [path, { bytes, ceiling: bytes > ceiling ? Math.ceil((bytes * 1.04) / 10) * 10 : ceiling }]
    }),
  )
  writeFileSync(file, `${JSON.stringify(budgets, null, 2)}\n`)
}
