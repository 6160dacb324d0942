import { browserZone, inZone, openScreen } from '../harness/page/screens.ts'
import { expect, long, test } from '../harness/test.ts'

type Ride = {
  driver: { full_name: string }
  source: { address: string }
  destination: { address: string }
  ride_time: string
  amount: number
  passenger_capacity: number
  createdAt: string
}

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

test(
  '§2 a row shows addresses, MM/DD/YYYY of its creation, ride_time, the amount with its $ suffix and the capacity',
  long,
  async ({ page, backend }) => {
    const rides = (await backend.rows('/admin/driver/rides')) as unknown as Ride[]
    const newest = [...rides]
      .filter(
        (ride) =>
          ride.driver && typeof ride.createdAt === 'string' && typeof ride.amount === 'number' && ride.ride_time,
      )
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0]
    if (!newest) throw new Error('no complete ride')
    await openScreen(page, `/driver-rides?q=${encodeURIComponent(newest.driver.full_name)}`, 'Driver Rides')
    const row = page
      .locator('tbody tr.il-row')
      .filter({ hasText: newest.driver.full_name })
      .filter({ hasText: newest.ride_time })
      .filter({ hasText: newest.destination.address })
      .first()
    await expect(row.locator('td')).toHaveText([
      new RegExp(`${newest.driver.full_name}$`),
      newest.source.address,
      newest.destination.address,
      inZone(newest.createdAt, browserZone),
      newest.ride_time,
      `${newest.amount} $`,
      String(newest.passenger_capacity),
    ])
  },
)
