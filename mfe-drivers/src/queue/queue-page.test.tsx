import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '@interline/shared/api'
import { getSocket } from '@interline/shared/realtime'
import { currentShortcuts } from '@interline/shared/ui'
import { findDialog, jane } from '../test-kit.tsx'
import {
  done,
  isolateTests,
  makeRoundTrip,
  mockServer,
  openRoutes,
  refused,
  serveChange,
} from '@interline/shared/testing'
import { QueuePage } from './queue-page.tsx'

isolateTests()

let released = 0
// A screen that is left gives up its claim.
afterEach(async () => {
  released = 0
  cleanup()
  await vi.waitFor(() => expect(released).toBe(1))
})

const base = `${window.location.origin}/api/v1`

const reviewed = (driver: object, more: object = {}) => ({
  driver: { ...jane, car_insurance: 'https://files.test/uploads/insurance.pdf', ...driver },
  file_names: { driving_licence: 'licence.pdf', car_document: null, car_insurance: null },
  expires_on: { driving_licence: null, car_document: null, car_insurance: null },
  is_waiting: true,
  waiting_since: '2024-05-01T12:00:00.000Z',
  rejection: null,
  duplicates: [],
  ...more,
})
const bo = { _id: 'd2', full_name: 'Bo Lund', revision: 3 }
const place = (current: object | null, waiting = 2) => ({
  success: true,
  data: { current, waiting, is_more: false, claimed_until: '2030-01-01T00:00:00.000Z' },
})

/** The queue in this order; what was asked of it is kept. */
function serveQueue(first: object, second: object | null) {
  const asked: unknown[] = []
  mockServer.use(
    http.post(`${base}/admin/drivers/queue/next`, async ({ request }) => {
      const body = (await request.json()) as { after?: string }
      asked.push(body)
      return HttpResponse.json(body.after === undefined ? place(first) : place(second, second ? 1 : 0))
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
  const router = openRoutes(
    [
      { path: '/drivers/queue', Component: QueuePage },
      { path: '*', element: null },
    ],
    '/drivers/queue',
  )
  await screen.findByRole('heading', { level: 2 })
  return router
}
/** As the shell runs the shortcuts of what is on screen. What is drawn gets its keys in an effect, a turn later. */
async function press(key: string) {
  await new Promise((resolve) => setImmediate(resolve))
  const shortcut = currentShortcuts().find((one) => one.key === key)
  if (!shortcut) throw new Error(`no shortcut "${key}"`)
  act(() => void shortcut.run())
}
const framed = () => [...document.querySelectorAll('iframe')].map(({ src }) => new URL(src).pathname)
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })

it('§4 approves under a key with the revision that was seen, and brings the next one', async () => {
  const asked = serveQueue(reviewed({}), reviewed(bo))
  const sent = serveChange('/admin/drivers/queue/approve', done)
  await openQueue()
  await heading('Jane Doe')
  await press('a')
  await heading('Bo Lund')
  expect(screen.getByRole('group', { name: 'Decide' }).textContent).toContain('Jane Doe is approved.')
  expect(sent).toEqual([{ _id: 'd1', revision: 7, expires_on: {}, expected: {} }])
  expect(asked).toEqual([{}, { after: 'd1' }])
  await press('p')
  await heading('Jane Doe')
})

it('asks only for the document that is shown: not for the other two, nor for the next driver’s', async () => {
  const file_names = { driving_licence: 'licence.pdf', car_document: 'car.pdf', car_insurance: null }
  serveQueue(
    reviewed({}, { file_names }),
    reviewed({ ...bo, driving_licence: 'https://files.test/uploads/bo.pdf' }, { file_names }),
  )
  await openQueue()
  expect(framed()).toEqual(['/uploads/licence.pdf'])
  await press('2')
  await waitFor(() => expect(framed()).toEqual(['/uploads/car.pdf']))
  await press('n')
  await heading('Bo Lund')
  expect(framed()).toEqual(['/uploads/bo.pdf'])
})

it('says which documents were not seen yet, where none came, and how else to see it', async () => {
  const upload = (name: string) => `${window.location.origin}/uploads/${name}.pdf?signature=1`
  const file_names = { driving_licence: 'licence.pdf', car_document: 'car.pdf', car_insurance: 'insurance.doc' }
  mockServer.use(
    http.head('/uploads/licence.pdf', () => new HttpResponse(null)),
    http.head('/uploads/car.pdf', () => new HttpResponse(null, { status: 403 })),
  )
  const documents = {
    driving_licence: upload('licence'),
    car_document: upload('car'),
    car_insurance: 'https://files.test/uploads/insurance.doc',
  }
  serveQueue(reviewed(documents, { file_names }), null)
  await openQueue()
  const bar = screen.getByRole('group', { name: 'Decide' })
  await waitFor(() => expect(bar.textContent).toContain('Not seen yet: Car document, Insurance'))
  await press('2')
  await screen.findByText('The document could not be loaded')
  expect(framed()).toEqual([])
  const download = screen.getAllByRole('link', { name: /^Car document.*: download$/ })
  expect(download.map((link) => link.getAttribute('href'))).toEqual([`${upload('car')}&save=1`])
  await press('3')
  await screen.findByText('This file cannot be shown here')
  expect(bar.textContent).toContain('Not seen yet: Car document, Insurance')
  fireEvent.click(screen.getAllByRole('link', { name: /^Insurance.*: open in a new tab$/ })[0] as Element)
  await waitFor(() => expect(bar.textContent).toMatch(/Not seen yet: Car document(?!,)/))
})

it('takes no frame for a look in WebKit, which may leave it empty, but a tab of its own', async () => {
  const safari = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15'
  vi.stubGlobal('navigator', Object.create(navigator, { userAgent: { value: safari } }))
  const asked = vi.fn(() => new HttpResponse(null))
  mockServer.use(http.head('/uploads/licence.pdf', asked))
  const documents = {
    driving_licence: `${window.location.origin}/uploads/licence.pdf?signature=1`,
    car_document: null,
    car_insurance: null,
  }
  serveQueue(
    reviewed(documents, { file_names: { driving_licence: 'licence.pdf', car_document: null, car_insurance: null } }),
    null,
  )
  await openQueue()
  const bar = screen.getByRole('group', { name: 'Decide' })
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await waitFor(() => expect(framed()).toEqual(['/uploads/licence.pdf']))
  expect(bar.textContent).toContain('Not seen yet: Driving licence')
  fireEvent.click(screen.getAllByRole('link', { name: /^Driving licence.*: open in a new tab$/ })[0] as Element)
  await waitFor(() => expect(bar.textContent).not.toContain('Not seen yet'))
  vi.unstubAllGlobals()
})

it('shows no frame in a browser without a viewer of PDFs', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { pdfViewerEnabled: { value: false } }))
  serveQueue(reviewed({}), null)
  await openQueue()
  await screen.findByText('This file cannot be shown here')
  expect(framed()).toEqual([])
  vi.unstubAllGlobals()
})

it('opens the reason under the key where a document is missing or expired, and approves with it alone', async () => {
  const expires_on = { driving_licence: '2024-05-01', car_document: null, car_insurance: null }
  serveQueue(reviewed({ car_insurance: null }, { expires_on }), reviewed(bo))
  const sent = serveChange('/admin/drivers/queue/approve', done)
  await openQueue()
  await press('a')
  const line = '2 documents are not in order: Driving licence expired on 05/01/2024, Insurance missing'
  expect(screen.getByText(line)).toBeTruthy()
  const field = screen.getByRole('textbox', { name: 'Reason' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.keyboard(' \u200B{Enter}{Escape}')
  expect(screen.queryByText(line)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /Approve/ }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Seen on paper')
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: /Approve/ }))
  await heading('Bo Lund')
  expect(sent).toEqual([{ _id: 'd1', revision: 7, expires_on: {}, expected: {}, reason: 'Seen on paper' }])
  expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull()
})

it('counts the day that was typed just now', async () => {
  const expires_on = { driving_licence: '2024-05-01', car_document: null, car_insurance: null }
  serveQueue(reviewed({}, { expires_on }), reviewed(bo))
  serveChange('/admin/drivers/expiry', done)
  const sent = serveChange('/admin/drivers/queue/approve', done)
  await openQueue()
  const [day] = screen.getAllByLabelText(/Driving licence expires on/)
  await userEvent.clear(day as HTMLElement)
  await userEvent.type(day as HTMLElement, '2099-05-01')
  await press('a')
  await heading('Bo Lund')
  expect(sent).toMatchObject([
    { expires_on: { driving_licence: '2099-05-01' }, expected: { driving_licence: '2024-05-01' } },
  ])
})

it('keeps the saved day while a date is half entered, and says so', async () => {
  const expires_on = { driving_licence: '2099-05-01', car_document: null, car_insurance: null }
  serveQueue(reviewed({}, { expires_on }), reviewed(bo))
  const saved = serveChange('/admin/drivers/expiry', done)
  const sent = serveChange('/admin/drivers/queue/approve', done)
  await openQueue()
  const day = screen.getAllByLabelText(/Driving licence expires on/)[0] as HTMLElement
  fireEvent.change(day, { target: { value: '2088-05-01' } })
  // jsdom knows no half of a date.
  Object.defineProperty(day, 'validity', { value: { badInput: true } })
  fireEvent.change(day, { target: { value: '' } })
  fireEvent.blur(day)
  expect(day.getAttribute('aria-invalid')).toBe('true')
  const reason = document.getElementById(day.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('Not a whole date, and not saved.')
  await press('a')
  await heading('Bo Lund')
  const kept = { driving_licence: '2099-05-01' }
  expect(sent).toEqual([{ _id: 'd1', revision: 7, expires_on: kept, expected: kept }])
  expect(saved).toEqual([])
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
  for (const listen of getSocket().listeners('rows-changed'))
    listen({ noun: 'drivers', resource: 'drivers', _id: 'd1' })
  await waitFor(() => expect(claims).toEqual([{ _id: 'd1' }]))
  await press('n')
  await heading('Bo Lund')
  await press('r')
  await findDialog('Reject Bo Lund')
  answerClaim()
  await makeRoundTrip(mockServer)
  await findDialog('Reject Bo Lund')
  expect(screen.queryByRole('heading', { level: 2, name: 'Jane Doe' })).toBeNull()
})

it('releases a driver only after the claim under way, and claims another only after that', async () => {
  serveQueue(reviewed({}), reviewed(bo))
  const calls: string[] = []
  const answers: (() => void)[] = []
  const answerNext = async () => {
    await waitFor(() => expect(answers).toHaveLength(1))
    answers.shift()?.()
  }
  const router = await openQueue()
  mockServer.use(
    http.post(`${base}/admin/drivers/queue/:act`, async ({ params, request }) => {
      calls.push(String(params.act))
      const { _id } = ((await request.json().catch(() => null)) ?? {}) as { _id?: string }
      await new Promise<void>((answer) => answers.push(answer))
      if (params.act === 'release') return done()
      return HttpResponse.json(place(reviewed(_id === 'd1' ? {} : bo)))
    }),
  )
  await press('n')
  await waitFor(() => expect(calls).toEqual(['next']))
  await act(() => router.navigate('/elsewhere'))
  await act(() => router.navigate('/drivers/queue'))
  await makeRoundTrip(mockServer)
  expect(calls).toEqual(['next'])
  await answerNext()
  await waitFor(() => expect(calls).toEqual(['next', 'release']))
  await makeRoundTrip(mockServer)
  expect(calls).toEqual(['next', 'release'])
  await answerNext()
  await waitFor(() => expect(calls).toEqual(['next', 'release', 'claim']))
  await answerNext()
  await heading('Jane Doe')
  mockServer.use(
    http.post(`${base}/admin/drivers/queue/release`, () => {
      released += 1
      return done()
    }),
  )
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

it('says who has the driver on screen by now, and offers to take them again', async () => {
  serveQueue(reviewed({}), reviewed(bo))
  const problem = { success: false, title: 'Theo Marchetti reviews this driver now' }
  mockServer.use(http.post(`${base}/admin/drivers/queue/claim`, () => HttpResponse.json(problem, { status: 409 })))
  await openQueue()
  await act(() => queryClient.refetchQueries({ queryKey: ['queue'] }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('This driver is with somebody else now')
  expect(alert.textContent).toContain('Theo Marchetti reviews this driver now.')
  expect(within(alert).getByRole('button', { name: 'Take it again' })).toBeTruthy()
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
