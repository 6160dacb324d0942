import { expect, test } from '../harness/test.ts'

test.use({ noise: /./ })

test('§8 an error of the shell itself shows Unexpected Application Error! with its message', async ({ page }) => {
  await page.route((url) => url.pathname === '/', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('"sidebar":[', '"sidebar":null,"wasSidebar":[')
    await route.fulfill({ response, body })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!', exact: true })).toBeVisible()
  await expect(page.getByText(/null|undefined|iterable/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible()
})
