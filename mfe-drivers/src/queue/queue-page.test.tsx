import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '@interline/shared/api'
import { getSocket } from '@interline/shared/realtime'
import { createMemoryRouter } from '@interline/shared/router'
import { currentShortcuts } from '@interline/shared/ui'
import { done, findDialog, isolateDrivers, jane, mockServer, refused, serveChange, renderAt } from '../test-kit.tsx'
import { QueuePage } from './queue-page.tsx'

isolateDrivers()

let released = 0
// A screen that is left gives up its claim.
afterEach(async () => {
  released = 0
  cleanup()
  await vi.waitFor(() => expect(released).toBe(1))
})

const base = `${window.location.origin}/api/v1`

const reviewed = (driver: object, more: object = {}) => ({
  driver: { ...jane, ...driver },
  file_names: { driving_licence: 'licence.pdf', car_document: null, car_insurance: null },
  expires_on: { driving_licence: null, car_document: null, car_insurance: null },
  is_waiting: true,
  waiting_since: '2024-05-01T12:00:00.000Z',
  rejection: null,
  duplicates: [],
  ...more,
})
const bo = { _id: 'd2', full_name: 'Bo Lund', revision: 3 }
const place = (current: object | null, waiting = 2, upcoming: object | null = null) => ({
  success: true,
  data: { current, upcoming, waiting, is_more: false, claimed_until: '2030-01-01T00:00:00.000Z' },
})

/** The queue in this order; what was asked of it is kept. */
function serveQueue(first: object, second: object | null) {
  const asked: unknown[] = []
  mockServer.use(
    http.post(`${base}/admin/drivers/queue/next`, async ({ request }) => {
      const body = (await request.json()) as { after?: string }
      asked.push(body)
      return HttpResponse.json(body.after === undefined ? place(first, 2, second) : place(second, second ? 1 : 0))
    }),
    http.post(`${base}/admin/drivers/queue/claim`, async ({ request }) => {
      const { _id } = (await request.json()) as { _id: string }
      asked.push({ claim: _id })
      return HttpResponse.json(place(_id === 'd1' ? first : second, 2))
    }),
    http.post(`${base}/admin/drivers/queue/release`, () => {
      released += 1
      return done()
    }),
    http.get(`${base}/admin/drivers`, () => HttpResponse.json({ success: true, data: [] })),
  )
  return asked
}

async function openQueue() {
  queryClient.clear()
  const router = createMemoryRouter(
    [
      { path: '/drivers/queue', Component: QueuePage },
      { path: '*', element: null },
    ],
    {
      initialEntries: ['/drivers/queue'],
    },
  )
  renderAt(router)
  await screen.findByRole('heading', { level: 2 })
}
/** As the shell runs the shortcuts of what is on screen. What is drawn gets its keys in an effect, a turn later. */
async function press(key: string) {
  await new Promise((resolve) => setImmediate(resolve))
  const shortcut = currentShortcuts().find((one) => one.key === key)
  if (!shortcut) throw new Error(`no shortcut "${key}"`)
  act(() => void shortcut.run())
}
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })

it('§4 approves under a key with the revision that was seen, and brings the next one', async () => {
  const asked = serveQueue(reviewed({}), reviewed(bo))
  const sent = serveChange('/admin/drivers/queue/approve', done)
  await openQueue()
  await heading('Jane Doe')
  await press('a')
  await heading('Bo Lund')
  expect(sent).toEqual([{ _id: 'd1', revision: 7, expires_on: {} }])
  expect(asked).toEqual([{}, { after: 'd1' }])
  await press('p')
  await heading('Jane Doe')
})

it('rejects with a reason by its number, and keeps what was typed when that fails', async () => {
  serveQueue(reviewed({}), null)
  let isAway = true
  const sent = serveChange('/admin/drivers/queue/reject', () => (isAway ? refused(503, { title: 'Busy' })() : done()))
  await openQueue()
  await press('r')
  const dialog = await findDialog('Reject Jane Doe')
  await userEvent.keyboard('7')
  const note = within(dialog).getByLabelText('Note to the driver')
  await userEvent.type(note, 'a page is missing')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }))
  await within(dialog).findByRole('alert')
  expect(note).toHaveProperty('value', 'a page is missing')
  isAway = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }))
  await screen.findByText('Nobody waits', { selector: '.il-state-title' })
  expect(sent.at(-1)).toEqual({ _id: 'd1', revision: 7, reason: 'other', note: 'a page is missing' })
})

it('shows no late answer about a driver who was left, nor in the dialog of the next one', async () => {
  serveQueue(reviewed({}), reviewed(bo))
  let answerClaim = () => {}
  const claimed = new Promise<void>((resolve) => (answerClaim = resolve))
  const claims: unknown[] = []
  mockServer.use(
    http.post(`${base}/admin/drivers/queue/claim`, async ({ request }) => {
      claims.push(await request.json())
      await claimed
      return HttpResponse.json(place(reviewed({})))
    }),
  )
  await openQueue()
  for (const listen of getSocket().listeners('rows-changed')) listen({ noun: 'drivers', _id: 'd1' })
  await waitFor(() => expect(claims).toEqual([{ _id: 'd1' }]))
  await press('n')
  await heading('Bo Lund')
  await press('r')
  await findDialog('Reject Bo Lund')
  answerClaim()
  await act(() => new Promise((resolve) => setTimeout(resolve, 150)))
  await findDialog('Reject Bo Lund')
  expect(screen.queryByRole('heading', { level: 2, name: 'Jane Doe' })).toBeNull()
})

it('says who has the driver now when the claim is lost, and what was not done', async () => {
  serveQueue(reviewed({}), reviewed(bo))
  serveChange('/admin/drivers/queue/approve', refused(409, { title: 'Theo Marchetti reviews this driver now' }))
  await openQueue()
  await userEvent.click(screen.getByRole('button', { name: /Approve/ }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Jane Doe was not approved.')
  expect(alert.textContent).toContain('Theo Marchetti reviews this driver now.')
})

it('warns of what another driver has too, and of an earlier rejection', async () => {
  serveQueue(
    reviewed(
      {},
      {
        duplicates: [{ field: 'phone', drivers: [{ _id: 'd9', full_name: 'Ana Silva' }] }],
        rejection: { at: '2024-05-02T00:00:00.000Z', by: 'Theo', reason: 'unreadable', note: 'blurred' },
      },
    ),
    null,
  )
  await openQueue()
  const facts = screen.getByRole('region', { name: 'Jane Doe' })
  expect(facts.textContent).toContain('Same phone')
  expect(within(facts).getByRole('link', { name: 'Ana Silva' }).getAttribute('href')).toBe('/drivers/d9')
  expect(facts.textContent).toContain('Rejected by Theo on 05/02/2024: A document cannot be read.')
  await waitFor(() => expect(facts.textContent).toContain('blurred'))
})
