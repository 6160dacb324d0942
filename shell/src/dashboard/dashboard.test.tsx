import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { openShell, serve, interceptCalls } from '../test-kit.tsx'
import { shareOf } from './figures.ts'

interceptCalls()

const figures = {
  user_count: 1234567,
  driver_count: 210,
  created_rides: 400,
  completed_rides: 100,
  today_registered_users: 5,
  weekly_registered_users: 20,
  android_users: 65,
  ios_users: 135,
  booking_count: 250,
}
const shown = () =>
  Object.fromEntries(
    screen
      .getAllByRole('article')
      .map((card) => [within(card).getByRole('heading').textContent, card.querySelector('p')?.textContent]),
  )

it('§2 has eight widgets with their counts', async () => {
  serve('get', '/admin/dashboard/analysis', () => HttpResponse.json({ success: true, data: figures }))
  openShell('/')
  await screen.findByText('1,234,567')
  expect(shown()).toEqual({
    'Total Users': '1,234,567',
    'Total Drivers': '210',
    'Total Created Rides': '400',
    'Total Completed Rides': '100',
    "Today's Registered Users": '5',
    'Weekly Registered Users': '20',
    'Android App Users': '65',
    'iOS App Users': '135',
  })
  expect(screen.getByText('100 of 250 bookings')).toBeTruthy()
})

it('shows N/A for a figure that is missing or no number', async () => {
  serve('get', '/admin/dashboard/analysis', () =>
    HttpResponse.json({
      data: { ...figures, user_count: null, driver_count: '<img src=x>', created_rides: undefined },
    }),
  )
  openShell('/')
  await screen.findByText('100')
  expect(shown()).toMatchObject({ 'Total Users': 'N/A', 'Total Drivers': 'N/A', 'Total Created Rides': 'N/A' })
})

it('reads counts that come as text', async () => {
  serve('get', '/admin/dashboard/analysis', () =>
    HttpResponse.json({
      data: {
        ...figures,
        user_count: '1234567',
        created_rides: ' 400 ',
        completed_rides: '100',
        booking_count: '250',
        ios_users: '1e3',
      },
    }),
  )
  openShell('/')
  await screen.findByText('100 of 250 bookings')
  expect(shown()).toMatchObject({
    'Total Users': '1,234,567',
    'Total Created Rides': '400',
    'Total Completed Rides': '100',
    'iOS App Users': 'N/A',
  })
})

it.each([
  ['says that it failed, with figures', () => HttpResponse.json({ success: false, data: figures })],
  ['refuses', () => HttpResponse.json({ success: false, title: 'no' }, { status: 400 })],
  ['answers HTML', () => HttpResponse.html('<p>hello</p>')],
  ['answers a list', () => HttpResponse.json({ data: [] })],
])('§8 logs when the backend %s, says so and loads on Retry', async (_what, answer) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  serve('get', '/admin/dashboard/analysis', answer)
  openShell('/')
  expect(await screen.findByText('The dashboard could not be loaded')).toBeTruthy()
  expect(log.mock.calls.flat().join()).toContain('Loading dashboard: ')
  serve('get', '/admin/dashboard/analysis', () => HttpResponse.json({ data: figures }))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('1,234,567')).toBeTruthy()
})

describe('a share', () => {
  it.each([
    [1, 4, 25],
    [0, 4, 0],
    [4, 4, 100],
    [1, 3, 33],
    [5, 4, null],
    [1, 0, null],
    [-1, 4, null],
    [Number.NaN, 4, null],
    ['1', 4, null],
    [1, undefined, null],
  ])('of %s in %s is %s', (part, whole, share) => expect(shareOf(part, whole)).toBe(share))
})
