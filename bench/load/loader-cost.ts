import type { Browser } from '@playwright/test'
import { launch, type Plan } from '../../e2e/harness/product/product.ts'
import { median } from '../check.ts'
import { firstLoad } from './first-load.ts'

const rounds = 3

/**
 * With a product of its own whose loader stays as long as SPEC §2 says: ms until it is gone and the table is drawn.
 */
export async function loaderCost(
  browser: Browser,
  plan: Plan,
  screen: Parameters<typeof firstLoad>[1],
): Promise<number> {
  const product = launch(plan)
  try {
    await product.printed(/^Ready: /m, 240_000)
    const times: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const time = await firstLoad(browser, screen, ({ table }) => table)
      // The first warms the servers.
      if (round > 0) times.push(time)
    }
    return median(times)
  } finally {
    await product.stop()
  }
}
