import { openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

test('§2 Driver Rides has its card, subtitle and seven columns', async ({ page }) => {
  await openScreen(page, '/driver-rides', 'Driver Rides')
  await expect(page.getByRole('heading', { level: 2, name: 'Driver Rides', exact: true })).toBeVisible()
  await expect(page.getByText('List of Driver Rides', { exact: true })).toBeVisible()
  await expect(page.locator('thead th').filter({ hasText: /\S/ })).toHaveText([
    'Driver Name',
    'Source',
    'Destination',
    'Date',
    'Time',
    'Amount',
    'Passanger Capacity',
  ])
})
