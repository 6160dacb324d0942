import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { queryClient } from '@interline/shared/api'
import { usePreferences, useSession } from '@interline/shared/session'
import { routes } from '../routes.tsx'
import { openRoutes, startMockServer, translatePage } from '@interline/shared/testing'

// A whole list in jsdom is slow, most of all beside other work.
configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 40_000 })

const account = (_id: string, full_name: string, more: object = {}) => ({
  _id,
  full_name,
  email: `${_id}@interline.test`,
  profile_picture: null,
  admin_role: 'owner',
  state: 'active',
  createdAt: '2024-05-01T12:00:00.000Z',
  last_sign_in_at: null,
  invited_by: null,
  invitation_expires_at: null,
  ...more,
})
const accounts = [
  account('i1', 'Ina Invited', {
    state: 'invited',
    admin_role: 'viewer',
    invitation_expires_at: '2024-06-01T12:00:00.000Z',
  }),
  account('a1', 'Maya Lindqvist'),
  account('a2', 'Theo Marchetti', { admin_role: 'admin', has_second_factor: true, revision: 4 }),
  account('a3', 'Dora Disabled', { admin_role: 'support', state: 'disabled' }),
]
const mockServer = setupServer()
const base = `${window.location.origin}/api/v1/admin/administrators`
const policyUrl = base.replace('administrators', 'policy')
const policy = { second_factor_required: false, idle_minutes: 30, audit_retention_days: null, revision: 0 }
let sent: { act: string; body: unknown }[] = []

function serve(act: string, answer: () => Response = () => HttpResponse.json({ success: true })) {
  mockServer.use(
    http.post(`${base}/${act}`, async ({ request }) => {
      sent.push({ act, body: await request.json() })
      return answer()
    }),
  )
}

async function open(admin_role: 'owner' | 'admin' = 'owner') {
  queryClient.clear()
  useSession.setState({
    user: { _id: 'a1', full_name: 'Maya Lindqvist', email: '', role: 'admin', profile_picture: null, admin_role },
  })
  mockServer.use(
    http.get(base, () => HttpResponse.json({ success: true, data: accounts })),
    http.get(policyUrl, () => HttpResponse.json({ success: true, data: policy })),
  )
  openRoutes(routes, '/administrators')
  if (admin_role === 'owner') await screen.findByRole('table')
}
const buttonsOf = (name: string) =>
  within(screen.getByText(name).closest('tr') as HTMLElement)
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

startMockServer(mockServer)
beforeEach(() => {
  sent = []
  usePreferences.setState({ timeZone: 'UTC', tableSize: 20 })
})
afterEach(() => useSession.setState({ user: null }))

it('offers to each account what can be done with it, and nothing to one’s own', async () => {
  await open()
  expect(buttonsOf('Ina Invited')).toEqual([
    'Change the role of Ina Invited',
    'New link for Ina Invited',
    'Withdraw the invitation of Ina Invited',
  ])
  expect(buttonsOf('Theo Marchetti')).toEqual([
    'Change the role of Theo Marchetti',
    'Disable Theo Marchetti',
    'Remove the second factors of Theo Marchetti',
  ])
  expect(buttonsOf('Dora Disabled')).toEqual(['Change the role of Dora Disabled', 'Enable Dora Disabled'])
  expect(buttonsOf('Maya Lindqvist')).toEqual([])
  expect(screen.getByText('Your own: for another owner')).toBeTruthy()
  expect(screen.getByText('Link has expired')).toBeTruthy()
})

it('shows the right texts in a page that the browser translated', async () => {
  await open()
  const textsOf = () => screen.getAllByRole('row').map((row) => row.textContent)
  const rows = textsOf().slice(1)
  translatePage()
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(textsOf().slice(1).toSorted()).toEqual(rows.toSorted())
  const theo = account('a2', 'Theo Marchetti', { admin_role: 'viewer', state: 'disabled', revision: 5 })
  const changed = [accounts[1], theo]
  mockServer.use(http.get(base, () => HttpResponse.json({ success: true, data: changed })))
  translatePage()
  await act(() => queryClient.refetchQueries())
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
  const shown = textsOf().find((text) => text?.includes('Theo')) ?? ''
  expect(shown).toContain('Viewer')
  expect(shown).toContain('Disabled')
  expect(shown).not.toMatch(/Admin|Active/)
})

it('invites, keeps what was typed when it is refused, and shows the link when no mail went out', async () => {
  await open()
  let taken = true
  const conflict = {
    success: false,
    title: 'This address is taken',
    errors: [{ field: 'email', message: 'belongs to an administrator' }],
  }
  const link = 'http://localhost:3000/accept-invitation#abc'
  serve('invite', () =>
    taken
      ? HttpResponse.json(conflict, { status: 409 })
      : HttpResponse.json({ success: true, data: { is_mailed: false, link, administrator: accounts[0] } }),
  )
  await press('Invite')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Invite' }))
  expect([await dialog.findByText('Enter a name.'), sent.length]).toEqual([expect.anything(), 0])
  await userEvent.type(dialog.getByLabelText('Full Name'), 'Noor Haddad')
  await userEvent.type(dialog.getByLabelText('Email'), 'noor@interline.test')
  await userEvent.click(dialog.getByRole('button', { name: 'Invite' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('This address is taken.')
  expect(await dialog.findByText('belongs to an administrator')).toBeTruthy()
  expect(dialog.getByLabelText('Full Name')).toHaveProperty('value', 'Noor Haddad')
  taken = false
  await userEvent.click(dialog.getByRole('button', { name: 'Invite' }))
  expect(await screen.findByDisplayValue(link)).toBeTruthy()
  expect(sent.at(-1)).toEqual({
    act: 'invite',
    body: { full_name: 'Noor Haddad', email: 'noor@interline.test', admin_role: 'support' },
  })
})

it('marks a wrong text when its field is left, and none that was left alone', async () => {
  await open()
  await press('Invite')
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Full Name')))
  await userEvent.tab()
  await userEvent.keyboard('noor')
  await userEvent.tab()
  expect(await dialog.findByText(/Enter an email address/)).toBeTruthy()
  expect(dialog.queryByText('Enter a name.')).toBeNull()
})

it('changes a role, and says in the dialog why not', async () => {
  await open()
  serve('change-role', () =>
    HttpResponse.json(
      { success: false, title: 'This is the last active owner', detail: 'Make somebody else an owner first.' },
      { status: 409 },
    ),
  )
  await press('Change the role of Theo Marchetti')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Role' }))
  await userEvent.click(await screen.findByTitle('Viewer'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Make somebody else an owner first.')
  expect(sent).toEqual([{ act: 'change-role', body: { _id: 'a2', admin_role: 'viewer', revision: 4 } }])
  const changed = { title: 'It was changed', changed_by: 'Dora Disabled', changed_at: new Date().toISOString() }
  const now = account('a2', 'Theo Marchetti', { admin_role: 'owner', revision: 5 })
  mockServer.use(http.get(base, () => HttpResponse.json({ success: true, data: [now] })))
  serve('change-role', () => HttpResponse.json({ success: false, ...changed }, { status: 409 }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() =>
    expect(dialog.getByRole('alert').textContent).toContain(
      'Dora Disabled did so a few seconds ago. The role is Owner now.',
    ),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ _id: 'a2', admin_role: 'viewer', revision: 5 }))
})

it('disables only who was asked about, and says why it failed', async () => {
  await open()
  serve('disable', () => HttpResponse.json({ success: false, title: 'This is the last active owner' }, { status: 409 }))
  serve('enable')
  await press('Disable Theo Marchetti')
  await screen.findByRole('button', { name: 'Cancel' })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull(), { timeout: 8000 })
  expect(sent).toEqual([])
  await press('Disable Theo Marchetti')
  await userEvent.click(await screen.findByRole('button', { name: 'Disable' }))
  expect((await screen.findAllByText('This is the last active owner.')).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  await press('Enable Dora Disabled')
  await waitFor(() => expect(sent.map(({ act }) => act)).toEqual(['disable', 'enable']))
})

it('removes second factors that somebody lost, after asking', async () => {
  await open()
  serve('remove-second-factors')
  await press('Remove the second factors of Theo Marchetti')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sent).toEqual([{ act: 'remove-second-factors', body: { _id: 'a2' } }]))
})

it('changes of the policy what is different, and names what is wrong', async () => {
  await open()
  const changes: unknown[] = []
  mockServer.use(
    http.post(policyUrl, async ({ request }) => {
      changes.push(await request.json())
      return HttpResponse.json({ success: true, data: policy })
    }),
  )
  const idle = await screen.findByLabelText('Minutes without use until sign-out')
  const retention = screen.getByLabelText('Days that audit entries are kept')
  expect([idle, retention].map((field) => (field as HTMLInputElement).value)).toEqual(['30', ''])
  const wouldAsk = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(wouldAsk()).toBe(false)
  await userEvent.type(retention, '29')
  expect(wouldAsk()).toBe(true)
  await userEvent.clear(idle)
  await press('Save policy')
  expect(await screen.findByText('Enter a whole number from 30 to 36500, or nothing.')).toBeTruthy()
  expect(changes).toEqual([])
  await userEvent.type(retention, '0')
  await press('Save policy')
  await waitFor(() => expect(changes).toEqual([{ revision: 0, idle_minutes: null, audit_retention_days: 290 }]))
  await waitFor(() => expect(wouldAsk()).toBe(false))
})

it('says who changed the policy meanwhile and to what, and undoes it only when it is saved again', async () => {
  await open()
  const idle: HTMLInputElement = await screen.findByLabelText('Minutes without use until sign-out')
  const retention: HTMLInputElement = screen.getByLabelText('Days that audit entries are kept')
  const theirs = { ...policy, idle_minutes: 15, revision: 1 }
  const changes: unknown[] = []
  mockServer.use(
    http.get(policyUrl, () => HttpResponse.json({ success: true, data: theirs })),
    http.post(policyUrl, async ({ request }) => {
      const change = (await request.json()) as { revision: number }
      changes.push(change)
      const refused = { success: false, title: 'It was changed', changed_by: 'Theo Marchetti', changed_at: new Date() }
      return change.revision === 1
        ? HttpResponse.json({ success: true, data: { ...theirs, ...change, revision: 2 } })
        : HttpResponse.json(refused, { status: 409 })
    }),
  )
  // The rows that are read again in the background are not the ones that the person saw.
  await act(() => queryClient.refetchQueries({ queryKey: ['policy'] }))
  await userEvent.type(retention, '365')
  await press('Save policy')
  expect((await screen.findByRole('alert')).textContent).toContain('Theo Marchetti did so a few seconds ago.')
  expect([idle.value, retention.value]).toEqual(['15', '365'])
  expect(screen.getByText('Saved meanwhile: 15')).toBeTruthy()
  await press('Save policy')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(changes).toEqual([
    { revision: 0, audit_retention_days: 365 },
    { revision: 1, audit_retention_days: 365 },
  ])
})

it('is not for an admin', async () => {
  await open('admin')
  expect(await screen.findByText('Not for your role')).toBeTruthy()
})
