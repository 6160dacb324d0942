import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/index.ts'
import { session } from '../../session/session.ts'
import { InterlineProvider } from '../interline-provider.tsx'
import { offerUndo } from './undo.ts'

const person = userEvent.setup({ pointerEventsCheck: 0 })
const texts = { title: 'Booking changed', detail: 'It is now Started.', undone: 'It is Pending again.' }

async function offer(undo: () => Promise<void>) {
  render(
    <InterlineProvider>
      <input aria-label="A field" />
    </InterlineProvider>,
  )
  void offerUndo({ ...texts, undo })
  return screen.findByRole('button', { name: /^Undo/, hidden: true })
}

beforeEach(() => {
  document.body.replaceChildren()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

it('says what was done, with Undo beside it, and once taken back says that', async () => {
  const undo = vi.fn(() => Promise.resolve())
  const button = await offer(undo)
  expect(button.closest('[role="status"]')?.textContent).toContain('It is now Started.')
  await person.click(button)
  expect(undo).toHaveBeenCalledTimes(1)
  expect(await screen.findByText('It is Pending again.')).toBeTruthy()
})

it('Ctrl+Z takes it back, but not in a field, where it undoes what was typed', async () => {
  const undo = vi.fn(() => Promise.resolve())
  await offer(undo)
  screen.getByLabelText('A field').focus()
  await person.keyboard('{Control>}z{/Control}')
  expect(undo).not.toHaveBeenCalled()
  screen.getByLabelText('A field').blur()
  await person.keyboard('{Control>}z{/Control}')
  expect(undo).toHaveBeenCalledTimes(1)
  await person.keyboard('{Control>}z{/Control}')
  expect(undo).toHaveBeenCalledTimes(1)
})

it('says who changed it meanwhile, and offers nothing more', async () => {
  const changedAt = '2024-05-02T15:04:00.000Z'
  const button = await offer(() =>
    Promise.reject(new ApiError({ kind: 'refused', status: 409, changedBy: 'Bo', changedAt })),
  )
  await person.click(button)
  expect(await screen.findByText(/^Bo changed it on 05\/02\/2024/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/, hidden: true })).toBeNull())
})

it('offers nothing more when there is nothing left to take back', async () => {
  const title = 'There is nothing to take back'
  const button = await offer(() => Promise.reject(new ApiError({ kind: 'refused', status: 409, title })))
  await person.click(button)
  expect(await screen.findByText(`${title}.`)).toBeTruthy()
  // Another offer would have been shown by now.
  void offerUndo({ ...texts, title: 'Another booking changed', undo: () => Promise.resolve() })
  await screen.findByText('Another booking changed')
  expect(screen.getAllByRole('button', { name: /^Undo/, hidden: true })).toHaveLength(1)
})

it('is offered again when there was no connection', async () => {
  const answers = [() => Promise.reject(new ApiError({ kind: 'network' })), () => Promise.resolve()]
  const undo = vi.fn(() => (answers.shift() as () => Promise<void>)())
  await person.click(await offer(undo))
  expect(await screen.findByText(/no connection to the server/)).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Undo/, hidden: true })).toHaveLength(1))
  await person.click(screen.getByRole('button', { name: /^Undo/, hidden: true }))
  expect(await screen.findByText('It is Pending again.')).toBeTruthy()
})

it('leaves with the session', async () => {
  session.getState().signIn({
    token: 't',
    user: { _id: 'a', full_name: 'A', email: '', role: 'admin', profile_picture: null },
  })
  await offer(() => Promise.resolve())
  session.getState().signOut('expired')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/, hidden: true })).toBeNull())
})

it('is not offered again when the session ended while it was taken back', async () => {
  session.getState().signIn({
    token: 't',
    user: { _id: 'a', full_name: 'A', email: '', role: 'admin', profile_picture: null },
  })
  const button = await offer(() => {
    session.getState().signOut('elsewhere')
    return Promise.reject(new ApiError({ kind: 'network' }))
  })
  await person.click(button)
  expect(await screen.findByText(/no connection to the server/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Undo/, hidden: true })).toBeNull()
})
