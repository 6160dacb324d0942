import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { isolateTests, serveList } from '@interline/shared/testing'
import { open, person, tableTexts } from '../test-kit.tsx'

isolateTests()

const ride = {
  _id: 'r1',
  driver: { _id: 'd1', full_name: 'Jane Doe' },
  source: { address: 'Austin, TX' },
  destination: { address: 'Houston, TX' },
  createdAt: '2024-05-01T12:00:00.000Z',
  ride_time: '09:30 AM',
  amount: 45.5,
  passenger_capacity: 4,
}

it('§2 Driver Rides shows title, subtitle, breadcrumb and the seven columns to the letter', async () => {
  serveList('/admin/driver/rides', [ride])
  open('/driver-rides')
  const table = await screen.findByRole('table')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Driver Rides')
  expect(screen.getByText('List of Driver Rides')).toBeDefined()
  expect(
    within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
      .getByRole('link', { name: 'Dashboard' })
      .getAttribute('href'),
  ).toBe('/')
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Driver Name', 'Source', 'Destination', 'Date', 'Time', 'Amount', 'Passanger Capacity'])
  expect(screen.getByLabelText('Filter by Date').getAttribute('placeholder')).toBe('Select date')
  expect(tableTexts()).toEqual([['JDJane Doe', 'Austin, TX', 'Houston, TX', '05/01/2024', '09:30 AM', '45.5 $', '4']])
})

it('§2 Driver Rides shows N/A for whatever a backend left out or got wrong', async () => {
  serveList('/admin/driver/rides', [
    { driver: null, source: 'nowhere', destination: { address: 7 }, createdAt: 'soon', amount: {}, ride_time: null },
    null,
  ])
  open('/driver-rides')
  await screen.findByRole('table')
  expect(tableTexts()).toEqual([['NN/A', 'N/A', '7', 'N/A', 'N/A', 'N/A', 'N/A']])
})

it('§2 Driver Rides sorts its times by the clock, not by their letters', async () => {
  serveList(
    '/admin/driver/rides',
    ['10:00 PM', '09:00 AM', '01:00 PM'].map((ride_time, at) => ({ ...ride, _id: `r${at}`, ride_time })),
  )
  open('/driver-rides')
  await person.click((await screen.findAllByText('Time'))[0] as HTMLElement)
  expect(tableTexts().map((row) => row[4])).toEqual(['09:00 AM', '01:00 PM', '10:00 PM'])
})
