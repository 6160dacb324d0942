import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { done, isolateTests, refused, serveChange, serveList } from '@interline/shared/testing'
import { open, person } from '../test-kit.tsx'

isolateTests()

const booking = (at: number, status: string) => ({
  _id: `b${at}`,
  user: { _id: `u${at}`, full_name: `Rider ${at}` },
  driver: { _id: 'd1', full_name: 'Jane Doe' },
  ride: { source: { address: 'Austin' }, destination: { address: 'Houston' }, ride_time: '09:30 AM', amount: 45 },
  createdAt: `2024-05-0${at}T12:00:00.000Z`,
  status,
  revision: 3,
})

async function selectPage() {
  serveList('/admin/user/rides', [booking(3, 'Pending'), booking(2, 'Started'), booking(1, 'Completed')])
  open('/user-rides')
  await screen.findByText('Rider 1')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Select rows' }))
  await person.click(await screen.findByLabelText('This page'))
  expect(screen.getByText('3 rows selected')).toBeTruthy()
}

async function ask(settled: string) {
  await person.click(screen.getByRole('button', { name: 'Change status' }))
  await person.selectOptions(await screen.findByLabelText('New status', { selector: 'select' }), 'Started')
  await person.selectOptions(screen.getByLabelText(/^Bookings that are Completed/, { selector: 'select' }), settled)
}

async function closeReport() {
  const last = screen.getAllByRole('button', { name: 'Close' }).at(-1)
  if (last) await person.click(last)
  await waitFor(() => expect(screen.queryByText(/^(Changed|As it was before)$/)).toBeNull())
}

it('says what will happen, changes that and no more, and takes it back as a whole', async () => {
  const sent = serveChange('/admin/ride/status', done)
  await selectPage()
  await ask('Leave them as they are')
  expect(screen.getByText('1 row will change.')).toBeTruthy()
  expect(screen.getByText('1 is left out: already Started')).toBeTruthy()
  expect(screen.getByText('1 is left out: Completed')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Change 1 booking to Started' }))
  expect(await screen.findByText('1 row was changed.')).toBeTruthy()
  expect(sent).toEqual([{ _id: 'b3', status: 'Started', revision: 3 }])
  await person.click(screen.getByRole('button', { name: 'Undo 1 change' }))
  expect(await screen.findByText('1 row is as it was before.')).toBeTruthy()
  expect(sent[1]).toEqual({ _id: 'b3', status: 'Pending', revision: 4 })
  await closeReport()
})

it('can be taken back after its report was closed, and asks once', async () => {
  const sent = serveChange('/admin/ride/status', done)
  await selectPage()
  await person.click(screen.getByRole('button', { name: 'Change status' }))
  await person.selectOptions(await screen.findByLabelText('New status', { selector: 'select' }), 'Canceled')
  await person.selectOptions(screen.getByLabelText(/^Bookings that are Completed/, { selector: 'select' }), 'change')
  await person.click(screen.getByRole('button', { name: 'Cancel 3 bookings' }))
  await screen.findByText('3 rows were changed.')
  await closeReport()
  await screen.findByRole('button', { name: /^Undo Ctrl/ })
  await person.keyboard('{Control>}z{/Control}')
  await person.click(await screen.findByRole('button', { name: 'Undo 3 changes' }))
  expect(await screen.findByText('3 rows are as they were before.')).toBeTruthy()
  expect(sent.slice(3)).toMatchObject([{ status: 'Pending' }, { status: 'Started' }, { status: 'Completed' }])
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

it('says which row failed and why, and tries that one again', async () => {
  const sent = serveChange('/admin/ride/status', refused(409, { changed_by: 'Bo' }), done)
  await selectPage()
  await ask('Leave them as they are')
  await person.click(screen.getByRole('button', { name: 'Change 1 booking to Started' }))
  expect(await screen.findByText('Bo changed it in the meantime.')).toBeTruthy()
  expect(screen.getByText('No row was changed.')).toBeTruthy()
  // A second click while the row is read once more begins no second run.
  await person.dblClick(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 row was changed.')).toBeTruthy()
  expect(sent).toHaveLength(2)
  await closeReport()
})

it('ends with Escape, and gives the focus back to its button', async () => {
  await selectPage()
  screen.getByLabelText('Select Rider 1, Austin → Houston').focus()
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select rows' }))
})

it('a change of one booking can be undone, on the state that it left', async () => {
  const sent = serveChange('/admin/ride/status', done)
  serveList('/admin/user/rides', [booking(3, 'Pending')])
  open('/user-rides')
  await person.click(await screen.findByLabelText(/^Change status of Rider 3/))
  await person.click(await screen.findByLabelText('Change Status', { selector: 'input' }))
  await person.click(await screen.findByTitle('Accepted'))
  await person.click(screen.getByText('Save Changes'))
  await person.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('The booking of Rider 3 is now Pending.')).toBeTruthy()
  expect(sent[1]).toEqual({ _id: 'b3', status: 'Pending', revision: 4 })
})
