import { setImmediate as nextTurn } from 'node:timers/promises'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { queryClient, refreshResource } from '@interline/shared/api'
import { useSession } from '@interline/shared/session'
import { done, isolateTests, mockServer, openRoutes, refused, serveChange } from '@interline/shared/testing'
import { routes } from '../routes.tsx'
import { dialogGone, findDialog, jane } from '../test-kit.tsx'

isolateTests()
afterEach(() => {
  cleanup()
  useSession.setState({ user: null })
})

const base = `${window.location.origin}/api/v1`
const record = {
  ...jane,
  platform: 'ios',
  changed: { at: '2024-05-02T08:00:00.000Z', by: 'Theo Marchetti' },
  chat: null,
  expires_on: { driving_licence: null, car_document: null, car_insurance: null },
}
const note = {
  _id: 'n1',
  text: 'Wants to be called on Monday.',
  createdAt: '2024-05-02T12:00:00.000Z',
  editedAt: null,
  author: { _id: 'a1', full_name: 'Maya' },
  is_own: true,
}
const booking = (at: number) => ({
  _id: `b${at}`,
  user: { _id: 'u1', full_name: 'Ann Lee' },
  driver: { _id: 'd1', full_name: 'Jane Doe' },
  ride: { source: { address: 'Austin' }, destination: { address: `Waco ${at}` }, ride_time: '09:30 AM', amount: 30 },
  createdAt: '2024-05-01T12:00:00.000Z',
  status: 'Pending',
})
const meta = { total: 11, page: 1, page_size: 10 }

/** Whether closing the tab would be asked about. */
const wouldAsk = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Our own API answers this about Jane. */
function serveJane(notes: () => object[] = () => [note]) {
  mockServer.use(
    http.get(`${base}/admin/records/drivers/d1`, () => HttpResponse.json({ success: true, data: record })),
    http.get(`${base}/admin/driver/rides`, () =>
      HttpResponse.json({ success: true, data: [], meta: { ...meta, total: 0 } }),
    ),
    http.get(`${base}/admin/user/rides`, ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor')
      return HttpResponse.json(
        cursor === 'c2'
          ? { success: true, data: [booking(10)], meta: { ...meta, page: 2 } }
          : { success: true, data: [...Array(10).keys()].map(booking), meta: { ...meta, next: 'c2' } },
      )
    }),
    http.get(`${base}/admin/notes`, () => HttpResponse.json({ success: true, data: notes(), meta: {} })),
  )
}

function open(admin_role: 'owner' | 'viewer', address = '/drivers/d1') {
  queryClient.clear()
  const user = { _id: 'a1', full_name: 'Maya', email: '', role: 'admin' as const, profile_picture: null, admin_role }
  useSession.setState({ user })
  return openRoutes([...routes, { path: '*', element: <p>elsewhere</p> }], address)
}

it('shows the driver with documents, bookings, rides and notes, and goes on where there is more', async () => {
  serveJane()
  open('owner')
  expect(await screen.findByRole('heading', { level: 1, name: 'Jane Doe' })).toBeTruthy()
  expect(document.title).toBe('Jane Doe · Interline')
  const profile = within(await screen.findByRole('region', { name: 'Profile' }))
  expect(profile.getByText('jane@x.test')).toBeTruthy()
  expect(profile.getByText('Theo Marchetti').translate).toBe(false)
  expect(screen.getByRole('link', { name: /^Driving licence of Jane Doe/ })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Rides offered' })).getByText('No rides yet.')).toBeTruthy()
  const bookings = within(screen.getByRole('region', { name: 'Bookings' }))
  expect(bookings.getByRole('link', { name: 'Austin → Waco 0' }).getAttribute('href')).toBe('/user-rides/b0')
  expect(bookings.getByText('Austin → Waco 0').closest('[translate="no"]')).toBeTruthy()
  expect(bookings.getAllByRole('link', { name: 'of Ann Lee' })[0]?.getAttribute('href')).toBe('/users/u1')
  await userEvent.click(bookings.getByRole('button', { name: 'Show more: Bookings' }))
  expect(await bookings.findByRole('link', { name: 'Austin → Waco 10' })).toBeTruthy()
  expect(bookings.queryByRole('button', { name: 'Show more: Bookings' })).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Waco 10'))
})

describe('more bookings', () => {
  const moreButton = () => screen.findByRole('button', { name: 'Show more: Bookings' })
  const isFocused = (element: Element) => document.activeElement === element

  it('that do not come are told of at the button, which asks again', async () => {
    serveJane()
    open('owner')
    const more = await moreButton()
    mockServer.use(http.get(`${base}/admin/user/rides`, refused(500, {}), { once: true }))
    await userEvent.click(more)
    expect((await screen.findByRole('alert')).textContent).toContain('The next ones could not be loaded')
    expect(isFocused(more)).toBe(true)
    await userEvent.click(more)
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Waco 10'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('leave the focus where it went meanwhile', async () => {
    serveJane()
    open('owner')
    const note = await screen.findByRole('textbox', { name: 'New note' })
    await userEvent.click(await moreButton())
    note.focus()
    await screen.findByRole('link', { name: 'Austin → Waco 10' })
    await act(nextTurn)
    expect(isFocused(note)).toBe(true)
  })

  it('that did not come take no focus when rows come by another way', async () => {
    serveJane()
    open('owner')
    const more = await moreButton()
    mockServer.use(http.get(`${base}/admin/user/rides`, refused(500, {}), { once: true }))
    await userEvent.click(more)
    await screen.findByRole('alert')
    mockServer.use(
      http.get(`${base}/admin/user/rides`, () =>
        HttpResponse.json({ success: true, data: [...Array(11).keys()].map(booking), meta }),
      ),
    )
    const note = screen.getByRole('textbox', { name: 'New note' })
    note.focus()
    await refreshResource('user-rides')
    await screen.findByRole('link', { name: 'Austin → Waco 10' })
    await act(nextTurn)
    expect(isFocused(note)).toBe(true)
  })
})

it('sends what the acts of the row send, and reads the driver again', async () => {
  serveJane()
  const sent = serveChange('/admin/connect-driver', done)
  open('owner')
  await userEvent.click(await screen.findByRole('button', { name: 'Add Stripe Connect ID of Jane Doe' }))
  const dialog = within(await findDialog('Connect Driver'))
  await userEvent.type(dialog.getByPlaceholderText('Enter Stripe Connect ID'), 'acct_9')
  await userEvent.click(dialog.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sent).toEqual([{ _id: 'd1', driver_connect_id: 'acct_9', revision: 7 }]))
  await dialogGone('Connect Driver')
  expect(screen.getByRole('switch', { name: 'Verify Jane Doe' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Edit Jane Doe' })).toBeTruthy()
})

it('says what is missing beside the documents and to whoever verifies', async () => {
  serveJane()
  open('owner')
  const line = '1 document is not in order: Insurance missing'
  expect(within(await screen.findByRole('region', { name: 'Documents' })).getByText(line)).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Verify Jane Doe' }))
  const dialog = within(await findDialog('Do you want to verify driver profile?'))
  expect(dialog.getByText(line)).toBeTruthy()
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeTruthy()
})

it('leaves a note, and keeps what was typed when that fails', async () => {
  const notes = [note]
  serveJane(() => notes)
  serveChange('/admin/notes', refused(503, { title: 'The server is busy' }))
  open('owner')
  const section = within(await screen.findByRole('region', { name: 'Notes' }))
  expect(section.getByText('Wants to be called on Monday.')).toBeTruthy()
  const field = section.getByRole<HTMLTextAreaElement>('textbox', { name: 'New note' })
  await userEvent.type(field, 'Called.')
  expect(wouldAsk()).toBe(true)
  await userEvent.click(section.getByRole('button', { name: 'Leave note' }))
  expect((await section.findByRole('alert')).textContent).toContain('The note was not left. It is still here.')
  expect(field.value).toBe('Called.')
  const sent = serveChange('/admin/notes', () => {
    notes.unshift({ ...note, _id: 'n2', text: 'Called.' })
    return done()
  })
  await userEvent.click(section.getByRole('button', { name: 'Leave note' }))
  expect(await section.findByText('Called.', { selector: 'p' })).toBeTruthy()
  expect(sent).toEqual([{ resource: 'driver', target_id: 'd1', text: 'Called.' }])
  expect(field.value).toBe('')
  expect(wouldAsk()).toBe(false)
  expect(document.activeElement).toBe(field)
})

it('asks before what was edited in a note is lost', async () => {
  serveJane()
  open('owner')
  const section = within(await screen.findByRole('region', { name: 'Notes' }))
  const edit = async () => {
    await userEvent.click(section.getByRole('button', { name: 'Edit note' }))
    return section.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of the note' })
  }
  await edit()
  await userEvent.keyboard('{Escape}')
  expect(section.queryByRole('textbox', { name: 'Text of the note' })).toBeNull()
  const field = await edit()
  await userEvent.type(field, ' Or on Tuesday.')
  expect(wouldAsk()).toBe(true)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await dialogGone('Discard your changes?')
  expect(field.value).toBe('Wants to be called on Monday. Or on Tuesday.')
  await userEvent.click(section.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(section.queryByRole('textbox', { name: 'Text of the note' })).toBeNull())
})

it('asks about an edited note where another one is open, too', async () => {
  serveJane(() => [note, { ...note, _id: 'n2', text: 'Prefers mail.' }])
  open('owner')
  const section = within(await screen.findByRole('region', { name: 'Notes' }))
  const [first, second] = section.getAllByRole('button', { name: 'Edit note' })
  if (!first || !second) return expect.unreachable()
  await userEvent.click(first)
  await userEvent.type(await section.findByRole('textbox', { name: 'Text of the note' }), ' Or on Tuesday.')
  await userEvent.click(second)
  await userEvent.click(screen.getByRole('link', { name: 'Drivers' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await dialogGone('Discard your changes?')
  expect(section.getByDisplayValue('Wants to be called on Monday. Or on Tuesday.')).toBeTruthy()
})

it('offers nothing to change to who only looks', async () => {
  serveJane()
  open('viewer')
  await screen.findByRole('region', { name: 'Profile' })
  for (const name of ['Edit Jane Doe', 'Leave note', 'Edit note', 'Remove note'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('says in words that nobody has this id, with the way to the list', async () => {
  mockServer.use(
    http.get(`${base}/admin/records/drivers/x`, refused(404, { title: 'There is no such driver' })),
    http.get(`${base}/admin/:list/rides`, () => HttpResponse.json({ success: true, data: [], meta })),
    http.get(`${base}/admin/notes`, () => HttpResponse.json({ success: true, data: [], meta: {} })),
  )
  open('owner', '/drivers/x')
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such driver' })).toBeTruthy()
  const state = within(screen.getAllByRole('status').find((one) => one.textContent?.includes('removed')) as HTMLElement)
  expect(state.getByRole('link', { name: 'Drivers' }).getAttribute('href')).toBe('/drivers')
})

const entry = (more: object) => ({
  _id: 'e1',
  createdAt: '2024-05-02T08:00:00.000Z',
  actor: { _id: 'a2', full_name: 'Theo Marchetti' },
  act: 'edit',
  ...more,
})
const changes = [
  entry({
    before: { full_name: jane.full_name, car_name: 'Kia Soul' },
    after: { full_name: jane.full_name, car_name: jane.car_name },
  }),
  entry({ _id: 'e2', before: { car_name: 'Ford' }, after: { car_name: 'Kia Soul' } }),
  entry({
    _id: 'e4',
    before: { email: null, car_name: 'Kia Soul' },
    after: { email: jane.email, car_name: jane.car_name },
  }),
  entry({ _id: 'e3', before: { car_document: 'a' }, after: { car_document: 'b' } }),
]

it('takes back what an entry of the history changed, but no first email and nothing that changed since', async () => {
  serveJane()
  mockServer.use(
    http.get(`${base}/admin/audit`, () =>
      HttpResponse.json({ success: true, data: changes, meta: { ...meta, total: 4 } }),
    ),
  )
  let sent: FormData | undefined
  mockServer.use(
    http.post(`${base}/admin/edit-profile/driver`, async ({ request }) => {
      sent = await request.formData()
      return done()
    }),
  )
  open('owner')
  await userEvent.click(await screen.findByRole('button', { name: 'History' }))
  const [first, ...others] = (await screen.findAllByText(/Profile edited/)).map((text) => text.closest('li'))
  for (const other of others) expect(within(other as HTMLElement).queryByRole('button')).toBeNull()
  await userEvent.click(
    within(first as HTMLElement).getByRole('button', { name: 'Undo: Profile edited, Theo Marchetti' }),
  )
  expect(await screen.findByText('Taken back')).toBeTruthy()
  expect(Object.fromEntries(sent ?? new FormData())).toEqual({
    _id: 'd1',
    car_name: 'Kia Soul',
    revision: '7',
  })
})
