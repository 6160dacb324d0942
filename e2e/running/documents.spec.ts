import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openRowOf } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

/** A PDF of one empty page that says something when it is opened. */
const pdfThatRuns = Buffer.from(
  `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\('it ran'\\))>>>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>> endobj
trailer <</Root 1 0 R>>
%%EOF
`,
)

/** The dialogs of a page once it is at this address, and the files that it makes the browser save. */
async function open(page: Page, url: string) {
  const said: string[] = []
  let saved = 0
  page.on('dialog', (dialog) => {
    said.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('download', () => (saved += 1))
  await page.goto(url).catch(() => undefined)
  return { said, saved: () => saved }
}

// The refused form is answered 415, which a browser logs.
test.use({ noise: /415/ })

test('a browser runs the script of a PDF in a sandbox too, so such a PDF is refused, and one without opens', async ({
  page,
  context,
  backend,
}) => {
  const driver = (await backend.rows('/admin/drivers')).find(
    (row) => row.driving_licence && row.car_document && row.email,
  )
  const link = String(driver?.driving_licence)
  const { headers } = await fetch(link)
  expect(headers.get('content-security-policy')).toMatch(/sandbox/)
  expect(headers.get('content-disposition')).toMatch(/^inline/)
  const same = ['content-type', 'content-security-policy', 'content-disposition', 'x-content-type-options']
  const server = createServer((request, response) => {
    for (const name of same) response.setHeader(name, headers.get(name) ?? '')
    if (request.url === '/saved') response.setHeader('content-disposition', 'attachment')
    response.end(pdfThatRuns)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const shown = await open(await context.newPage(), `${elsewhere}/shown`)
    test.skip(
      await expect
        .poll(() => shown.saved(), { timeout: 3000 })
        .toBe(1)
        .then(
          () => true,
          () => false,
        ),
      'this Chromium has no viewer of PDF',
    )
    await expect.poll(() => shown.said).toEqual(['it ran'])
    const saved = await open(await context.newPage(), `${elsewhere}/saved`)
    await expect.poll(() => saved.saved()).toBe(1)
    expect(saved.said).toEqual([])
  } finally {
    server.close()
  }

  const document = await context.newPage()
  const opened = await open(document, link)
  await expect.poll(() => document.frames().some((frame) => frame.url().startsWith('chrome-extension:'))).toBe(true)
  expect([opened.said, opened.saved()]).toEqual([[], 0])

  const row = await openRowOf(page, '/drivers', 'Drivers', driver, driver?.email)
  await row.getByRole('button', { name: /^Edit/ }).click()
  const modal = page.getByRole('dialog').filter({ hasText: 'Edit Driver Details' })
  await modal
    .getByLabel('Car Document', { exact: true })
    .and(modal.locator('input[type=file]'))
    .setInputFiles({ name: 'car.pdf', mimeType: 'application/pdf', buffer: pdfThatRuns })
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  await expect(modal.getByRole('alert').filter({ hasText: 'runs script when it is opened' })).toBeVisible()
  const now = (await backend.rows('/admin/drivers')).find(({ _id }) => _id === driver?._id)
  expect(new URL(String(now?.car_document)).pathname).toBe(new URL(String(driver?.car_document)).pathname)
})
