import type { Page } from '@playwright/test'
import { release, type Product } from '../e2e/harness/product/product.ts'
import { atMost, median, type Check } from './check.ts'
import { openBench } from './open-bench.ts'

const rounds = 5

/** From the end of `release pin`, when the new release is live, to the offer on the screen of a tab that was open. */
async function untilOffered(product: Product, page: Page): Promise<number> {
  const { remotes } = JSON.parse(await release(product, 'status', '--json')) as {
    remotes: Record<string, { descriptor: { version: string; build: string } }>
  }
  const users = remotes.users?.descriptor
  await release(product, 'pin', `users@${users?.version}-${users?.build}`, '--reason', 'bench')
  const live = Date.now()
  await page.getByRole('button', { name: 'Reload now' }).waitFor()
  const offered = Date.now() - live
  await page.getByRole('button', { name: 'Later' }).click()
  return offered
}

async function rollbackTime(product: Product): Promise<number> {
  const from = performance.now()
  await release(product, 'rollback', '--to', '1', '--reason', 'bench')
  return performance.now() - from
}

/** How fast a release reaches people, and how fast it can be taken back. */
export async function benchReleases(): Promise<Check[]> {
  const { product, newPage, close } = await openBench({ DEMO_ROWS: '10' })
  try {
    const { page } = await newPage()
    await page.goto('/users')
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    const offers: number[] = []
    for (let round = 0; round < rounds; round += 1) offers.push(await untilOffered(product, page))
    await page.close()
    const rollbacks: number[] = []
    for (let round = 0; round < rounds; round += 1) rollbacks.push(await rollbackTime(product))
    return [
      atMost(`from release pin to the offer in an open tab, longest of ${rounds}`, Math.max(...offers), 5000),
      atMost(`release rollback, the whole command, median of ${rounds}`, median(rollbacks), 1000),
    ]
  } finally {
    await close()
  }
}
