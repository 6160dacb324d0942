import { expectNoViolation, open } from '../harness/page/accessible.ts'
import { test } from '../harness/test.ts'

// The other screens, both themes, phones, dialogs and menus are in accessibility.long.spec.ts.
test('axe finds nothing on a list', async ({ page }) => {
  await open(page, '/drivers?size=10', 'Drivers')
  await expectNoViolation(page, '/drivers')
})
