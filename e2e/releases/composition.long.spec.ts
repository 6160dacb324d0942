import { childOf } from '../harness/product/child-process.ts'
import { depots, publishDepots, startDepotsOrigin } from '../harness/product/depots.ts'
import { signInTo } from '../harness/backend/backend.ts'
import { readInstances } from '../harness/product/instances.ts'
import { expect, test } from '../harness/own-product.ts'
import { release, runNode, startProduct, type Product } from '../harness/product/product.ts'
import { heading } from '../harness/page/screens.ts'
import { sessionState } from '../harness/backend/session-state.ts'
import type { Page } from '@playwright/test'

test('a fifth remote, published and pinned into a running system, shows its entry and its screen without a new shell', async ({
  page,
  own,
}) => {
  const shellBefore = (JSON.parse(await release(own, 'status', '--json')) as { shell: { url: string } }).shell.url
  await page.goto('/')
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(entries).toHaveCount(6)

  const origin = await startDepotsOrigin(own)
  try {
    await publishDepots(own, depots.works, origin.url)
    await release(own, 'pin', 'depots@1.0.0', '--reason', 'a fifth remote')

    await page.reload()
    await expect(entries).toHaveCount(7)
    await expect(entries.last()).toHaveText('Depots')
    await entries.last().click()
    await expect(heading(page, 'Depots')).toBeVisible()
    await expect(page.getByText('The session of the shell')).toBeVisible()
    await page.getByRole('button', { name: 'Counted 0' }).click()
    await expect(page.getByRole('button', { name: 'Counted 1' })).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Depots')).toBeVisible()
    expect((JSON.parse(await release(own, 'status', '--json')) as { shell: { url: string } }).shell.url).toBe(
      shellBefore,
    )

    await release(own, 'rollback', '--reason', 'back to four')
    await page.goto('/')
    await expect(entries).toHaveCount(6)
    await page.goto('/depots')
    await expect(heading(page, '404')).toBeVisible()
  } finally {
    await origin.stop()
  }
})

test('a remote whose origin is down costs its own routes only, and Retry works once it is back', async ({
  browser,
}) => {
  // This product loses an origin for good, so no other test may use it.
  const product = await startProduct('origin-down', { API_URL: readInstances().bare.apiUrl })
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: sessionState(product.url, await signInTo('bare')),
  })
  try {
    await loseAndFindDrivers(await context.newPage(), product)
  } finally {
    await context.close()
    await product.stop()
  }
})

async function loseAndFindDrivers(page: Page, product: Product) {
  process.kill(childOf(product.pid, `drivers ${product.port + 1}`), 'SIGKILL')
  await expect
    .poll(() =>
      fetch(`${product.url.replace(String(product.port), String(product.port + 1))}/healthz`).then(
        () => 'up',
        () => 'down',
      ),
    )
    .toBe('down')

  await page.goto('/drivers')
  const failed = page.getByRole('alert')
  await expect(failed).toContainText('Drivers is unavailable', { timeout: 40_000 })
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toContainText([
    ...['Dashboard', 'Drivers', 'Driver Rides', 'Users', 'User Rides', 'Chats'],
  ])
  for (const name of ['Users', 'User Rides', 'Chats']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
    await expect(heading(page, name)).toBeVisible()
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drivers', exact: true }).click()
  await expect(failed).toContainText('Drivers is unavailable', { timeout: 40_000 })
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(failed).toContainText('Drivers is unavailable', { timeout: 40_000 })

  const origin = runNode(['--import', 'tsx', 'federation/src/serve/main.ts', 'drivers', String(product.port + 1)], {
    DATA_DIR: product.dataDir,
  })
  try {
    await expect
      .poll(() =>
        fetch(`http://localhost:${product.port + 1}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    const loads: string[] = []
    page.on('framenavigated', (frame) => loads.push(frame.url()))
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(heading(page, 'Drivers')).toBeVisible({ timeout: 40_000 })
    await expect(page.locator('tbody tr.il-row').first()).toBeVisible()
    expect(loads).toEqual([])
  } finally {
    await origin.stop()
  }
}
