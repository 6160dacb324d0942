import { long } from '../harness/test.ts'
import { expect, test } from '../harness/own-product.ts'
import { release } from '../harness/product/product.ts'
import { heading, openScreen } from '../harness/page/screens.ts'

test(
  'a newer release is never taken from under a form: what was typed stays until the person says otherwise',
  long,
  async ({ page, own }) => {
    await openScreen(page, '/drivers', 'Drivers')
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    const name = page.getByRole('dialog').getByLabel('Full Name')
    await name.fill('Half a name')
    await release(own, 'resign', '--reason', 'a newer one')
    const offer = page.getByText(/^Release \d+ of Interline is ready\.$/)
    await expect(offer).toBeVisible({ timeout: 5000 })
    await expect(name).toHaveValue('Half a name')

    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type())
      void dialog.dismiss()
    })
    await page.getByRole('button', { name: 'Reload now' }).dispatchEvent('click')
    await expect.poll(() => dialogs).toEqual(['beforeunload'])
    await expect(name).toHaveValue('Half a name')

    page.removeAllListeners('dialog')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Reload now' }).dispatchEvent('click')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(offer).toHaveCount(0)
  },
)

test(
  'in the first page of a newer release, too, the first data is asked for before the code is there; signed out it is not',
  long,
  async ({ page, own }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/v1/admin/drivers')
        asked.push(request.url())
    })
    await openScreen(page, '/drivers', 'Drivers')
    await release(own, 'resign', '--reason', 'a newer one')
    asked.length = 0
    let letCodeCome = () => {}
    const codeMayCome = new Promise<void>((resolve) => (letCodeCome = resolve))
    await (await page.context().newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.route(/\/(shell|libraries)\.\w+\.js$/, async (route) => {
      await codeMayCome
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await expect.poll(() => asked.length).toBe(1)
    letCodeCome()
    await expect(heading(page, 'Drivers')).toBeVisible()
    await expect(page.locator('tbody tr.il-row').first()).toBeVisible()
    expect(asked).toHaveLength(1)

    await page.evaluate(() => localStorage.clear())
    asked.length = 0
    await page.goto('/drivers')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    expect(asked).toEqual([])
  },
)
