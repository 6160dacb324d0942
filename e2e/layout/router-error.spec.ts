import { expect, test } from '../harness/test.ts'

test.use({ noise: /./ })

test('§8 an error of the shell itself shows Unexpected Application Error! with its message', async ({ page }) => {
  await page.addInitScript(() => {
    const matchMedia = window.matchMedia.bind(window)
    window.matchMedia = (query) => {
      if (query.includes('1007px')) throw new Error('a window without a width')
      return matchMedia(query)
    }
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!', exact: true })).toBeVisible()
  await expect(page.getByText('a window without a width', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible()
})
