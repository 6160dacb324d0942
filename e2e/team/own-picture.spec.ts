import { expectAccessible } from '../harness/page/accessible.ts'
import { heading } from '../harness/page/screens.ts'
import { expect, test, long } from '../harness/test.ts'
import { givePassword, newOwner } from './people.ts'

test.use({ signedIn: false, ownSession: true })

test(
  'an own picture is chosen, looked at, saved, shown in the header after a reload, and removed',
  long,
  async ({ page, backend }) => {
    await givePassword(page, await newOwner(backend))
    await expect(heading(page, 'My account')).toBeVisible()
    const inHeader = page.getByRole('button', { name: /, Admin$/ }).locator('img')
    await expect(inHeader).toHaveCount(0)

    const choose = page.getByLabel('Choose a picture')
    await choose.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(page.getByRole('alert').filter({ hasText: 'notes.png' })).toBeVisible()

    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 300 } })
    await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
    await expect(page.getByText('It is not saved yet.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page, 'a picture that is not saved yet')
    await expect(page.getByRole('button', { name: 'Save picture' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('.il-toast').filter({ hasText: 'Picture saved' })).toBeVisible()
    await expect(inHeader).toBeVisible()

    await page.reload()
    await expect(inHeader).toBeVisible()
    const size = () =>
      inHeader.evaluate((image) => {
        const { naturalWidth, naturalHeight } = image as unknown as { naturalWidth: number; naturalHeight: number }
        return naturalWidth > 0 && naturalWidth === naturalHeight
      })
    await expect.poll(size).toBe(true)

    await page.getByRole('button', { name: 'Remove picture' }).click()
    await expect(page.locator('.il-toast').filter({ hasText: 'Picture removed' })).toBeVisible()
    await expect(inHeader).toHaveCount(0)
  },
)
