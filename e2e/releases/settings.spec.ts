import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { long } from '../harness/test.ts'
import { expect, test } from '../harness/own-product.ts'
import { release } from '../harness/product/product.ts'
import { heading, openScreen } from '../harness/page/screens.ts'

test(
  'what a release manager sets of a remote is on its screen at the next load, and goes with a rollback',
  long,
  async ({ page, own }) => {
    await openScreen(page, '/drivers', 'Drivers')
    await expect(page.getByRole('note')).toHaveCount(0)
    const manifest = join(own.dataDir, 'pins.yaml')
    const exported = await release(own, 'export')
    const set = 'settings:\n  drivers:\n    notice: Licences of 2019 end in May\n    fileLimitMb: 3\n'
    writeFileSync(manifest, exported.replace(/^settings: .*$/m, set))
    await release(own, 'apply', manifest, '--reason', 'new rules')

    await page.reload()
    await expect(page.getByRole('note')).toHaveText('Licences of 2019 end in May')
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('JPG, PNG, PDF, DOC or DOCX, 3 MB at most.')).toBeVisible()
    await dialog
      .getByLabel('Driving Licence', { exact: true })
      .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(3 * 1024 * 1024 + 1) })
    await expect(dialog.getByText('scan.pdf has 3.1 MB. The limit is 3 MB.')).toBeVisible()

    await page.goto('/releases')
    await expect(heading(page, 'Releases')).toBeVisible()
    const parts = page.getByRole('region', { name: /^Parts of release \d+$/ })
    await expect(parts).toContainText('Licences of 2019 end in May')
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByRole('listitem').first()).toContainText('drivers: none → fileLimitMb=3')

    await release(own, 'rollback', '--reason', 'the old rules')
    await openScreen(page, '/drivers', 'Drivers')
    await expect(page.getByRole('note')).toHaveCount(0)
  },
)
