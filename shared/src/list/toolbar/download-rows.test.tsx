import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { session, timeZoneInUse } from '../../session/index.ts'
import { todayIn } from '../../contract/index.ts'
import { FeedbackGround } from '../../ui/feedback/feedback.tsx'
import { DownloadRows } from './download-rows.tsx'
import { startMockServer } from '../../testing/mock-server.ts'

const server = setupServer()
const query = { page: 3, page_size: 20, sort: '-createdAt', q: 'jane doe', verified: 'true' }
let saved: { name: string; text: Promise<string> }[] = []
let files: Blob[] = []

startMockServer(server)
beforeAll(() => {
  URL.createObjectURL = (file: Blob) => `blob:${files.push(file)}`
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: files.at(-1)?.text() ?? Promise.reject(new Error('no file')) })
  })
})
afterEach(() => {
  saved = []
  files = []
})

const answers = (answer: (url: URL) => Response) =>
  server.use(http.get('*/api/v1/people.csv', ({ request }) => answer(new URL(request.url))))
const open = () =>
  render(
    <>
      <DownloadRows title="People List" resource="people" path="/people.csv" query={query} disabled={false} />
      <FeedbackGround />
    </>,
  )
const press = () => userEvent.click(screen.getByRole('button', { name: 'Download People List as CSV' }))

it('saves what search and filters keep, in the order on screen, by its clocks, without pages', async () => {
  let sent = ''
  answers((url) => {
    sent = url.search
    return new HttpResponse('Name\r\nJane Doe\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } })
  })
  open()
  await press()
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(sent).toBe(`?sort=-createdAt&q=jane+doe&verified=true&tz=${encodeURIComponent(timeZoneInUse())}`)
  expect(saved[0]?.name).toBe(`people-${todayIn(timeZoneInUse())}.csv`)
  expect(await saved[0]?.text).toBe('Name\r\nJane Doe\r\n')
})

it('says why where a role may not export', async () => {
  const user = { _id: 'a1', full_name: 'Jo', email: '', role: 'admin' as const, profile_picture: null }
  session.getState().signIn({ token: 'T', user: { ...user, admin_role: 'support' } })
  open()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Your role may not export lists' }).disabled).toBe(true)
  act(() => session.getState().takeRole('admin'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Download/ }).disabled).toBe(false)
  act(() => session.getState().signOut('signed-out'))
})

it('saves nothing once one has left', async () => {
  const steps = new EventTarget()
  const once = (step: string) => new Promise((resolve) => void steps.addEventListener(step, resolve, { once: true }))
  const [requested, left, answered] = [once('requested'), once('left'), once('answered')]
  server.use(
    http.get('*/api/v1/people.csv', async () => {
      steps.dispatchEvent(new Event('requested'))
      await left
      return new HttpResponse('Name\r\n', { headers: { 'content-type': 'text/csv' } })
    }),
  )
  server.events.on('response:mocked', () => void steps.dispatchEvent(new Event('answered')))
  const { unmount } = open()
  await press()
  await requested
  unmount()
  steps.dispatchEvent(new Event('left'))
  await answered
  open()
  await press()
  await waitFor(() => expect(saved).not.toEqual([]))
  expect(saved).toHaveLength(1)
})

it.each([
  [
    'the reason of a refusal',
    () => HttpResponse.json({ title: 'The list is being rebuilt' }, { status: 503 }),
    'The list is being rebuilt. Try again in a moment.',
  ],
  [
    'that the answer is no such file',
    () => HttpResponse.html('<p>Hello</p>'),
    'The server gave an answer this page cannot read.',
  ],
])('saves nothing and says %s', async (_, answer, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answers(answer)
  open()
  await press()
  expect(await screen.findByText('People List could not be downloaded')).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(saved).toEqual([])
})

it('can be pressed again when it is done', async () => {
  answers(() => new HttpResponse('Name\r\n', { headers: { 'content-type': 'text/csv' } }))
  open()
  await press()
  await waitFor(() => expect(saved).toHaveLength(1))
  await press()
  await waitFor(() => expect(saved).toHaveLength(2))
})
