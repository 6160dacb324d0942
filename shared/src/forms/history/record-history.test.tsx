import { afterEach, beforeEach, expect, it } from 'vitest'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { queryClient } from '../../api/index.ts'
import { usePreferences, useSession } from '../../session/index.ts'
import type { SessionState } from '../../session/index.ts'
import { RecordHistory } from './record-history.tsx'
import { openRoutes, startMockServer } from '../../testing/index.ts'

const mockServer = setupServer()
let asked: string[] = []
type AdminRole = NonNullable<SessionState['user']>['admin_role']

function open(admin_role: AdminRole, answer: () => Response, id: string | null = 'd1') {
  const user = { _id: 'a1', full_name: 'Maya', email: '', role: 'admin' as const, profile_picture: null }
  useSession.setState({ user: { ...user, ...(admin_role && { admin_role }) } })
  mockServer.use(
    http.get(`${window.location.origin}/api/v1/admin/audit`, ({ request }) => {
      asked.push(new URL(request.url).search)
      return answer()
    }),
  )
  openRoutes([{ path: '*', element: <RecordHistory resource="driver" id={id} /> }])
}
const entries =
  (data: object[], total = data.length) =>
  () =>
    HttpResponse.json({ success: true, data, meta: { total, page: 1, page_size: 10 } })
const entry = {
  _id: 'e1',
  createdAt: '2024-05-01T12:00:00.000Z',
  actor: { _id: 'a1', full_name: 'Maya Lindqvist' },
  act: 'verify',
  before: { is_driver_profile_approved: false },
  after: { is_driver_profile_approved: true },
}

startMockServer(mockServer)
beforeEach(() => {
  asked = []
  usePreferences.setState({ timeZone: 'UTC' })
})
afterEach(() => useSession.setState({ user: null }))

it('asks when it is opened, and says who changed what, with the way to all entries', async () => {
  open('admin', entries([entry], 12))
  expect(asked).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'History', expanded: false }))
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toBe('Maya Lindqvist · Verification changed05/01/2024 12:00 PMVerifiedbefore: Noafter: Yes')
  expect(asked).toEqual(['?resource=driver&target_id=d1&page=1&page_size=10'])
  expect(screen.getByRole('link', { name: 'All 12 entries in Audit' }).getAttribute('href')).toBe(
    '/audit?resource=driver&target_id=d1',
  )
})

it('says what is not shown, that there is nothing, and why it failed', async () => {
  open('owner', entries([{ ...entry, before: null, after: null, is_hidden: true }]))
  await userEvent.click(screen.getByRole('button', { name: 'History' }))
  expect(await screen.findByText('What changed is not shown to your role.')).toBeTruthy()
  cleanup()
  queryClient.clear()
  open('owner', entries([]))
  await userEvent.click(screen.getByRole('button', { name: 'History' }))
  expect(await screen.findByText('No change is written down yet.')).toBeTruthy()
  cleanup()
  queryClient.clear()
  open('owner', () => HttpResponse.json({ success: false }, { status: 404 }))
  await userEvent.click(screen.getByRole('button', { name: 'History' }))
  expect((await screen.findByRole('alert')).textContent).toContain('History could not be loaded')
})

it.each([
  ['for support', 'support', 'd1'],
  ['where the backend has no roles', undefined, 'd1'],
  ['for a record without an id', 'owner', null],
] as const)('is not there %s', (_where, role, id) => {
  open(role, entries([entry]), id)
  expect(screen.queryByRole('button')).toBeNull()
})
