import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { done, isolateTests, serveChange } from '@interline/shared/testing'
import { jane, openDrivers, serveDrivers } from '../test-kit.tsx'

isolateTests()

const sound = {
  ...jane,
  car_insurance: 'https://files.test/uploads/insurance.pdf',
  expires_on: { driving_licence: '2099-05-01', car_document: null, car_insurance: null },
}
const rows = [
  sound,
  { ...sound, _id: 'd2', full_name: 'Bo', car_insurance: null },
  { ...sound, _id: 'd3', full_name: 'Ana', expires_on: { ...sound.expires_on, car_document: '2024-05-01' } },
  { ...sound, _id: 'd4', full_name: 'Eva', is_driver_profile_approved: true, car_insurance: null },
]

async function askToVerify() {
  await openDrivers()
  await userEvent.click(screen.getByRole('button', { name: 'Select rows' }))
  await userEvent.click(await screen.findByLabelText('This page'))
  const bar = within(screen.getByRole('group', { name: 'Selection' }))
  await userEvent.click(bar.getByRole('button', { name: 'Verify' }))
}

it('verifies those whose documents are in order, and the others with a reason alone', async () => {
  serveDrivers(rows)
  const sent = serveChange('/admin/verify-driver', done)
  await askToVerify()
  expect(await screen.findByText('1 will be verified.')).toBeTruthy()
  expect(screen.getByText('2 are left out: a document is missing or expired')).toBeTruthy()
  expect(screen.getByText('1 is left out: verified already')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: /^Verify those too/ }))
  expect(screen.queryByRole('button', { name: /^Verify \d/ })).toBeNull()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: '\u200B' } })
  expect(screen.queryByRole('button', { name: /^Verify \d/ })).toBeNull()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' Seen on paper ' } })
  expect(screen.getByText('3 will be verified.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Verify 3 drivers' }))
  expect(await screen.findByText('3 rows were changed.')).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  const change = { is_driver_profile_approved: true, revision: 7 }
  expect(sent).toHaveLength(3)
  expect(sent).toEqual(
    expect.arrayContaining([
      { driver_id: 'd1', ...change },
      { driver_id: 'd2', ...change, reason: 'Seen on paper' },
      { driver_id: 'd3', ...change, reason: 'Seen on paper' },
    ]),
  )
})

it('§7 takes those in without a reason where the backend knows no days', async () => {
  serveDrivers([jane])
  const sent = serveChange('/admin/verify-driver', done)
  await askToVerify()
  expect(await screen.findByText('Nobody will be verified.')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: /^Verify those too/ }))
  expect(screen.queryByLabelText('Reason')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Verify 1 driver' }))
  expect(await screen.findByText('1 row was changed.')).toBeTruthy()
  expect(sent).toEqual([{ driver_id: 'd1', is_driver_profile_approved: true, revision: 7 }])
})
