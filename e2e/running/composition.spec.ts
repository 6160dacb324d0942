import { childOf } from '../harness/child-process.ts'
import { depots, publishDepots, startDepotsOrigin } from '../harness/depots.ts'
import { expect, test } from '../harness/own-product.ts'
import { release, runNode } from '../harness/product.ts'
import { heading } from '../harness/screens.ts'

test.describe.configure({ mode: 'serial' })

test('a fifth remote, published and pinned into a running system, shows its entry and its screen without a new shell', async ({ page, own }) => {
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
    expect((JSON.parse(await release(own, 'status', '--json')) as { shell: { url: string } }).shell.url).toBe(shellBefore)

    await release(own, 'rollback', '--reason', 'back to four')
    await page.goto('/')
    await expect(entries).toHaveCount(6)
    await page.goto('/depots')
    await expect(heading(page, '404')).toBeVisible()
  } finally {
    await origin.stop()
  }
})

test.describe('with an origin down', () => {
  test.use({ noise: /ERR_CONNECTION|ERR_EMPTY|Failed to load|Federation|RUNTIME|drivers|was preloaded|ScriptExternalLoadError/i })

  test('a remote whose origin is down costs its own routes only, and Retry works once it is back', async ({ page, own }) => {
    process.kill(childOf(own.pid, `drivers ${own.port + 1}`), 'SIGKILL')
    await expect.poll(() => fetch(`${own.url.replace(String(own.port), String(own.port + 1))}/healthz`).then(() => 'up', () => 'down')).toBe('down')

    await page.goto('/drivers')
    const failed = page.getByRole('alert')
    await expect(failed).toContainText('Drivers is unavailable', { timeout: 40_000 })
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(6)
    for (const name of ['Users', 'User Rides', 'Chats']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
      await expect(heading(page, name)).toBeVisible()
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drivers', exact: true }).click()
    await expect(failed).toContainText('Drivers is unavailable', { timeout: 40_000 })
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(failed).toContainText('Drivers is unavailable', { timeout: 40_000 })

    const origin = runNode(['--import', 'tsx', 'federation/src/serve/main.ts', 'drivers', String(own.port + 1)], { DATA_DIR: own.dataDir })
    try {
      await expect.poll(() => fetch(`http://localhost:${own.port + 1}/healthz`).then(({ status }) => status, () => 0)).toBe(200)
      const loads: string[] = []
      page.on('framenavigated', (frame) => loads.push(frame.url()))
      await failed.getByRole('button', { name: 'Retry' }).click()
      await expect(heading(page, 'Drivers')).toBeVisible({ timeout: 40_000 })
      await expect(page.locator('tbody tr.ant-table-row').first()).toBeVisible()
      expect(loads).toEqual([])
    } finally {
      await origin.stop()
    }
  })
})
