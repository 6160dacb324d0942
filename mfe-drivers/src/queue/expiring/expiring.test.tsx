import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '@interline/shared/api'
import { isolateTests, mockServer, openRoutes, refused } from '@interline/shared/testing'
import { jane } from '../../test-kit.tsx'
import { QueuePage } from '../queue-page.tsx'

isolateTests()
afterEach(cleanup)

const address = `${window.location.origin}/api/v1/admin/drivers/expiring`
const expiring = (full_name: string) => ({
  driver: { _id: full_name, full_name },
  is_driver_profile_approved: true,
  document: 'driving_licence',
  file_name: 'licence.pdf',
  link: jane.driving_licence,
  expires_on: '2024-05-01',
})
const page = (documents: object[], next: string | null) =>
  HttpResponse.json({ success: true, data: { documents, next } })

it('says that the next documents did not come, asks for them again, and goes on with the first one', async () => {
  queryClient.clear()
  mockServer.use(
    http.get(address, ({ request }) =>
      new URL(request.url).searchParams.get('cursor') === 'c2'
        ? page([expiring('Bo Lund')], null)
        : page([expiring('Jane Doe')], 'c2'),
    ),
  )
  openRoutes([{ path: '/drivers/queue', Component: QueuePage }], '/drivers/queue?view=expiring')
  const more = await screen.findByRole('button', { name: 'Show more' })
  mockServer.use(http.get(address, refused(500, {}), { once: true }))
  await userEvent.click(more)
  expect((await screen.findByRole('alert')).textContent).toContain('The next documents could not be loaded.')
  expect(vi.mocked(console.error)).toHaveBeenCalled()
  await userEvent.click(more)
  expect(await screen.findByRole('link', { name: 'Bo Lund' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('row', { name: /Bo Lund/ })))
})

it('saves no day over one that somebody else saved meanwhile before it has said so', async () => {
  queryClient.clear()
  let day = '2024-05-01'
  const sent: unknown[] = []
  const refusal = { title: 'It was changed', changed_by: 'Theo Marchetti', changed_at: new Date().toISOString() }
  mockServer.use(
    http.get(address, () => page([{ ...expiring('Jane Doe'), expires_on: day }], null)),
    http.post(address.replace('expiring', 'expiry'), async ({ request }) => {
      const body = (await request.json()) as { expected: { driving_licence: string } }
      sent.push(body)
      return body.expected.driving_licence === day
        ? HttpResponse.json({ success: true })
        : HttpResponse.json({ success: false, ...refusal }, { status: 409 })
    }),
  )
  openRoutes([{ path: '/drivers/queue', Component: QueuePage }], '/drivers/queue?view=expiring')
  const field = await screen.findByLabelText(/Driving licence expires on/)
  fireEvent.change(field, { target: { value: '2024-07-01' } })
  // Somebody else saves, and the list is read again.
  day = '2024-06-01'
  await act(() => queryClient.refetchQueries({ queryKey: ['drivers'] }))
  fireEvent.blur(field)
  await screen.findByText(/Theo Marchetti did so a few seconds ago. The day is 2024-06-01 now./)
  fireEvent.blur(field)
  const change = (expected: string) => ({
    _id: 'Jane Doe',
    expires_on: { driving_licence: '2024-07-01' },
    expected: { driving_licence: expected },
  })
  await waitFor(() => expect(sent).toEqual([change('2024-05-01'), change('2024-06-01')]))
})
