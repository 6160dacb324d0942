import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { useSession } from '@interline/shared/session'
import { done, isolateTests, mockServer, refused, serveChange, serveList } from '@interline/shared/testing'
import { dialogWith, open, person, tableTexts } from '../test-kit.tsx'

isolateTests()

const base = `${window.location.origin}/api/v1`
const path = '/admin/user/rides'
const booking = {
  _id: 'b1',
  user: { _id: 'u1', full_name: 'Ann Lee' },
  driver: { _id: 'd1', full_name: 'Jane Doe' },
  ride: {
    source: { address: 'Austin, TX' },
    destination: { address: 'Houston, TX' },
    ride_time: '09:30 AM',
    amount: 45,
  },
  createdAt: '2024-05-01T12:00:00.000Z',
  status: 'Pending',
  revision: 3,
}

async function openModal(rows: unknown[] = [booking]) {
  const list = serveList(path, rows)
  open('/user-rides')
  await person.click(await screen.findByLabelText('Change status of Ann Lee’s ride from Austin, TX to Houston, TX'))
  return { list, modal: await dialogWith('Edit Driver Details') }
}

async function choose(status: string) {
  await person.click(screen.getByLabelText('Change Status', { selector: 'input' }))
  await person.click(await screen.findByTitle(status))
}

const save = () => person.click(screen.getByText('Save Changes'))
const closed = () => waitFor(() => expect(screen.queryByText('Edit Driver Details')).toBeNull())

it('§2 User Rides shows title, subtitle and columns to the letter, the status as a badge, an edit icon per row', async () => {
  serveList(path, [booking])
  open('/user-rides')
  const table = await screen.findByRole('table')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('User Rides')
  expect(screen.getByText('List of user rides')).toBeDefined()
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['User', 'Source', 'Destination', 'Driver', 'Date', 'Time', 'Amount', 'Status', 'Edit'])
  expect(tableTexts()[0]?.slice(0, 8)).toEqual([
    'ALAnn Lee',
    'Austin, TX',
    'Houston, TX',
    'Jane Doe',
    '05/01/2024',
    '09:30 AM',
    '45 $',
    'Pending',
  ])
  expect(table.querySelector('td [data-hue="yellow"]')).not.toBeNull()
})

it('shows the city of an address first and the rest below; text and tooltip are the whole address', async () => {
  const address = '200 Congress Ave, Suite 4, Austin, TX 78701, USA'
  const elsewhere = 'Hauptstrasse 5, 10115 Berlin'
  serveList(path, [{ ...booking, ride: { source: { address }, destination: { address: elsewhere } } }])
  open('/user-rides')
  await screen.findByRole('table')
  expect(tableTexts()[0]?.slice(1, 3)).toEqual([address, elsewhere])
  const city = document.querySelector('.city')
  expect([city?.previousElementSibling, city, city?.nextElementSibling].map((part) => part?.textContent)).toEqual([
    '200 Congress Ave, Suite 4, ',
    'Austin, TX',
    ' 78701, USA',
  ])
  expect(screen.getByTitle(address)).toBeDefined()
  expect(screen.getByText(elsewhere).dataset.long).toBe('true')
})

it('§4 a status that is none of the six gets a plain badge, and Save Changes waits for a choice', async () => {
  const { modal } = await openModal([{ ...booking, status: 'On hold' }])
  expect(within(screen.getByRole('table')).getByText('On hold').dataset.hue).toBe('plain')
  expect(within(modal).getByText('Save Changes').closest('button')?.disabled).toBe(true)
})

it('§2 Change Status offers the six values in order and says which booking it is', async () => {
  const { modal } = await openModal()
  expect(within(modal).getByText('Booking of Ann Lee')).toBeDefined()
  expect(within(modal).getByText('Austin, TX → Houston, TX')).toBeDefined()
  await person.click(within(modal).getByLabelText('Change Status', { selector: 'input' }))
  await screen.findByTitle('Started')
  expect([...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent)).toEqual([
    'Accepted',
    'Rejected',
    'Pending',
    'Canceled',
    'Completed',
    'Started',
  ])
})

it('keeps its title, and is described by the booking: whose it is, its route, its driver and its status', async () => {
  const { modal } = await openModal()
  expect(modal.querySelector('.ant-modal-title')?.textContent).toBe('Edit Driver Details')
  expect(within(modal).getByText('Booking of Ann Lee').tagName).toBe('H3')
  const description = document.getElementById(modal.getAttribute('aria-describedby') ?? '')
  expect([...(description?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Booking of Ann Lee',
    'Austin, TX → Houston, TX',
    'Driver: Jane Doe',
    'Current status Pending',
  ])
})

it('opens with the focus on Change Status, its list closed', async () => {
  await openModal()
  const input = screen.getByLabelText('Change Status', { selector: 'input' })
  await waitFor(() => expect(document.activeElement).toBe(input))
  expect(input.getAttribute('aria-expanded')).toBe('false')
})

it('§7 saves with _id and status (and the revision it has), closes and reloads the list', async () => {
  const sent = serveChange('/admin/ride/status', done)
  const { list } = await openModal()
  const loads = list.queries.length
  list.rows = [{ ...booking, status: 'Started' }]
  await choose('Started')
  await save()
  await closed()
  expect(sent).toEqual([{ _id: 'b1', status: 'Started', revision: 3 }])
  await waitFor(() => expect(list.queries.length).toBeGreaterThan(loads))
  expect(await within(screen.getByRole('table')).findByText('Started')).toBeDefined()
})

it('§7 sends no revision to a backend that has none', async () => {
  const { revision: _, ...bare } = booking
  const sent = serveChange('/admin/ride/status', done)
  await openModal([bare])
  await choose('Accepted')
  await save()
  await closed()
  expect(sent).toEqual([{ _id: 'b1', status: 'Accepted' }])
})

it('says which booking has which status now once it is saved, and nothing before', async () => {
  serveChange('/admin/ride/status', refused(500), done)
  await openModal()
  await choose('Started')
  await save()
  await screen.findByRole('alert')
  expect(screen.queryByText('Booking changed')).toBeNull()
  await save()
  const toast = (await screen.findByText('Booking changed')).closest<HTMLElement>('.il-toast')
  expect(toast?.textContent).toContain('The booking of Ann Lee is now Started.')
})

it('§2 Cancel closes without a call, and asks before a choice is lost', async () => {
  const sent = serveChange('/admin/ride/status', done)
  await openModal()
  await choose('Accepted')
  await person.click(screen.getByText('Cancel'))
  await person.click(await screen.findByText('Discard'))
  await closed()
  expect(sent).toEqual([])
})

it('stays open on Cancel while it saves, and says why that failed', async () => {
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  const sent: unknown[] = []
  mockServer.use(
    http.post(`${base}/admin/ride/status`, async () => {
      sent.push('Accepted')
      await waiting
      return refused(500)()
    }),
  )
  await openModal()
  await choose('Accepted')
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  await person.click(screen.getByText('Cancel'))
  answer()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The status was not changed')
  await person.click(screen.getByText('Cancel'))
  await person.click(await screen.findByText('Discard'))
  await closed()
})

const notChanged = 'The status was not changed'

it.each([
  ['an answer without success true', () => HttpResponse.json({ message: 'ok' }), 'ok', notChanged],
  ['a refusal', refused(400, { detail: 'status: unknown' }), 'The request is not valid. status: unknown', notChanged],
  ['HTML', () => HttpResponse.html('<p>hello</p>'), 'The server gave an answer this page cannot read.', notChanged],
  [
    'a cut connection',
    () => HttpResponse.error(),
    'There is no connection to the server.',
    'It is not known whether this was saved.',
  ],
])(
  '§8 after %s the modal stays open with the reason inside, and saving again works',
  async (_, answer, reason, title) => {
    const sent = serveChange('/admin/ride/status', answer, done)
    await openModal()
    await choose('Accepted')
    await save()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(title)
    expect(alert.textContent).toContain(reason)
    await save()
    await closed()
    expect(sent).toHaveLength(2)
  },
)

it('§4 asks once before a settled booking is changed, and sends nothing when told not to', async () => {
  const sent = serveChange('/admin/ride/status', refused(500), done)
  await openModal([{ ...booking, status: 'Completed' }])
  await choose('Pending')
  await save()
  const question = await dialogWith('Change this ride from Completed to Pending?')
  await person.click(within(question).getByText('Cancel'))
  await waitFor(() => expect(screen.queryByText(/Change this ride from/)).toBeNull())
  expect(sent).toEqual([])

  await save()
  await person.click(await screen.findByText('Change status'))
  await screen.findByRole('alert')
  await save()
  await closed()
  expect(sent).toHaveLength(2)
})

it('§4 a change by somebody else is told with name and time; the modal then shows what is true now', async () => {
  const sent = serveChange(
    '/admin/ride/status',
    refused(409, { changed_by: 'Maya Lind', changed_at: '2024-05-02T15:04:00.000Z' }),
    done,
  )
  const { list, modal } = await openModal()
  list.rows = [{ ...booking, status: 'Started', revision: 4 }]
  await choose('Accepted')
  await save()
  const alert = await within(modal).findByRole('alert')
  expect(alert.textContent).toMatch(/Maya Lind did so .* ago\. What is shown now is up to date/)
  expect(modal.querySelector('.booking [data-hue="sky-blue"]')).not.toBeNull()
  await save()
  await closed()
  expect(sent).toEqual([
    { _id: 'b1', status: 'Accepted', revision: 3 },
    { _id: 'b1', status: 'Accepted', revision: 4 },
  ])
})

it('offers no change of status to a role that may only look at bookings, and says so', async () => {
  const user = { _id: 'v', full_name: 'Jo', email: '', role: 'admin' as const, profile_picture: null }
  useSession.setState({ user: { ...user, admin_role: 'viewer' } })
  serveList(path, [booking])
  open('/user-rides')
  expect(await screen.findByText('Ann Lee')).toBeTruthy()
  expect(screen.getByText('List of user rides. Your role may look at bookings, not change them.')).toBeTruthy()
  expect(screen.queryByLabelText(/^Change status/)).toBeNull()
  useSession.setState({ user: null })
})
