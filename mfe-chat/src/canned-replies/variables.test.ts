import { expect, it } from 'vitest'
import type { Booking } from '@interline/shared/contract'
import { fillVariables, unknownVariables, usesBooking, valuesFor } from './variables.ts'

const booking = (status: Booking['status'], from: string): Booking => ({
  _id: 'b',
  user: { _id: 'u', full_name: 'Jane Doe' },
  driver: { _id: 'd', full_name: 'Mina Silva' },
  ride: { source: { address: from }, destination: { address: 'Houston' }, ride_time: '09:30 AM', amount: 28.5 },
  createdAt: '2024-05-01T12:00:00.000Z',
  status,
})

const facts = { fullName: 'Jane Doe', myName: 'Maya Lindqvist', timeZone: 'UTC' }

it('fills in the person, the writer and the booking', () => {
  const values = valuesFor({ ...facts, booking: booking('Accepted', 'Austin') })
  const text =
    'Hi {{first_name}} ({{ full_name }}): {{booking.from}}–{{booking.to}}, {{booking.date}} {{booking.time}}, {{booking.amount}}, {{booking.status}}, {{booking.driver}}. {{my.first_name}}'
  expect(fillVariables(text, values)).toBe(
    'Hi Jane (Jane Doe): Austin–Houston, 05/01/2024 09:30 AM, 28.5 $, Accepted, Mina Silva. Maya',
  )
})

it('leaves what is not known in its braces', () => {
  const values = valuesFor({ fullName: null, myName: null, booking: undefined, timeZone: 'UTC' })
  expect(fillVariables('{{first_name}} {{booking.to}} {{constructor}}', values)).toBe(
    '{{first_name}} {{booking.to}} {{constructor}}',
  )
  expect(unknownVariables('{{first_name}} {{constructor}} {{ name }}')).toEqual(['constructor', 'name'])
  expect([usesBooking('{{ booking.to }}'), usesBooking('{{first_name}}')]).toEqual([true, false])
})
