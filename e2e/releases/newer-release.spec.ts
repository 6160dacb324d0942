import { long } from '../harness/test.ts'
import { expect, test } from '../harness/own-product.ts'
import { release } from '../harness/product/product.ts'
import { openScreen } from '../harness/page/screens.ts'

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
    await release(own, 'renew', '--reason', 'a newer one')
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
