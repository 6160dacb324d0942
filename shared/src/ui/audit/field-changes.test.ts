import { expect, it } from 'vitest'
import { fieldChanges } from './field-changes.ts'

it('says field by field what it was and what it is', () => {
  const before = { is_driver_profile_approved: false, car_name: null, left: 'x', email: 'a@b.test', ride: { seats: 2 } }
  const after = {
    is_driver_profile_approved: true,
    car_name: 'Volvo',
    amount: 12,
    email: 'a@b.test',
    ride: { seats: 2 },
  }
  expect(fieldChanges(before, after)).toEqual([
    { field: 'is_driver_profile_approved', label: 'Verified', before: 'No', after: 'Yes' },
    { field: 'car_name', label: 'Car', before: 'Nothing', after: 'Volvo' },
    { field: 'left', label: 'Left', before: 'x', after: 'Nothing' },
    { field: 'amount', label: 'Amount', before: 'Nothing', after: '12' },
  ])
})

it('says in words what a field holds that has fields of its own, or several values', () => {
  const expires = { car_insurance: '2027-01-31', driving_licence: null }
  expect(fieldChanges(null, { expires, documents: ['a.pdf', 'b.pdf'], roles: [] })).toMatchObject([
    { after: 'Car insurance: 2027-01-31, Driving licence: Nothing' },
    { after: 'a.pdf, b.pdf' },
    { after: 'Nothing' },
  ])
})

it('knows no before where the entry has none, and reads nothing of what is no record', () => {
  expect(fieldChanges(null, { source: { address: 'Graz' } })).toEqual([
    { field: 'source', label: 'Source', before: null, after: 'Address: Graz' },
  ])
  for (const odd of [null, undefined, 'text', 7, ['a']]) expect(fieldChanges(odd, odd)).toEqual([])
})
