import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { session } from '@interline/shared/session'
import { fillWithoutEvent, interceptCalls, openShell, serve } from '../test-kit.tsx'
import { logOut } from '../auth/log-out.ts'
import { deviceName } from '../second-factor/device-name.ts'

interceptCalls()

const done = () => HttpResponse.json({ success: true })
const refused = (field: string, message: string) => () =>
  HttpResponse.json({ title: 'The request is not valid', status: 400, errors: [{ field, message }] }, { status: 400 })
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1 Version/18.5 Mobile/15E148 Safari/604.1'
const row = (_id: string, current: boolean, user_agent: string | null) => ({
  _id,
  current,
  createdAt: '2026-11-21T12:00:00.000Z',
  last_used_at: '2026-11-21T13:00:00.000Z',
  expires_at: '2026-12-21T12:00:00.000Z',
  address: '10.0.0.7',
  user_agent,
})

async function open(rows = [row('s1', true, safari), row('s2', false, null)]) {
  serve('get', '/admin/account/sessions', () => HttpResponse.json({ success: true, data: rows }))
  const factors = { required: false, authenticator: null, passkeys: [], recovery_codes_left: 0 }
  serve('get', '/admin/account/second-factor', () => HttpResponse.json({ success: true, data: factors }))
  serve('get', '/admin/notification/muted', () => HttpResponse.json({ success: true, data: ['user-registered'] }))
  const shell = openShell('/my-account')
  const user = session.getState().user
  act(() => session.getState().signIn({ token: 'T', user: { ...user, admin_role: 'viewer' } as never }))
  await screen.findByRole('heading', { level: 1, name: 'My account' })
  return shell
}
const type = async (label: string, text: string) => {
  const field = screen.getByLabelText(label)
  await userEvent.clear(field)
  if (text) await userEvent.type(field, text)
}
const wouldAsk = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('is offered in the profile menu by a backend with roles alone', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: /, Admin/ }))
  expect(screen.getByRole('link', { name: 'Password and sessions' }).getAttribute('href')).toBe('/my-account')
  const { token, user } = session.getState()
  act(() => session.getState().signIn({ token: token ?? '', user: { ...user, admin_role: undefined } as never }))
  expect(screen.queryByRole('link', { name: 'Password and sessions' })).toBeNull()
})

it('changes the name, and shows it in the header at once', async () => {
  await open()
  const sent = serve('post', '/admin/account/name', done)
  await type('Name', ' \u200B')
  await press('Save name')
  expect(screen.getByText('Enter your name.')).toBeTruthy()
  await type('Name', ' Maya Lind ')
  await press('Save name')
  expect(await screen.findByRole('button', { name: 'ML Maya Lind, Admin' })).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ full_name: 'Maya Lind' }])
})

it('names what is wrong with a password at its field, and keeps what was typed', async () => {
  await open()
  await press('Change password')
  expect(screen.getByText('Enter your current password.')).toBeTruthy()
  fillWithoutEvent(screen.getByLabelText('Current password'), 'not mine at all')
  await type('New password', 'a much better one')
  await type('Repeat new password', 'a much better two')
  await press('Change password')
  expect(screen.getByText('The two passwords are not the same.')).toBeTruthy()
  await type('Repeat new password', 'a much better one')
  serve('post', '/admin/account/password', refused('password', 'is not your password today'))
  await press('Change password')
  expect(await screen.findByText('This is not your current password.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('a much better one')
  const sent = serve('post', '/admin/account/password', done)
  await press('Change password')
  expect(await screen.findByText('Password changed')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ password: 'not mine at all', new_password: 'a much better one' }])
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
})

it('asks before a new name or a half-typed password is left behind', async () => {
  const { at, router } = await open()
  const leave = async (answer: string) => {
    act(() => void router.navigate('/releases'))
    await userEvent.click(await screen.findByRole('button', { name: answer }))
  }
  const name = session.getState().user?.full_name ?? ''
  await type('Name', 'Maya Lind')
  expect(wouldAsk()).toBe(true)
  await leave('Keep editing')
  expect(at()).toBe('/my-account')
  await type('Name', name)
  expect(wouldAsk()).toBe(false)
  await type('New password', 'half a')
  await leave('Discard')
  await waitFor(() => expect(at()).toBe('/releases'))
})

it('asks no second time when a person logs out', async () => {
  await open()
  await type('Name', 'Maya Lind')
  const asked: boolean[] = []
  await act(() => logOut(() => asked.push(wouldAsk())))
  expect(asked).toEqual([false])
})

it('lists the sessions and ends another one, and all others', async () => {
  await open([row('s1', true, safari), row('s2', false, null), row('s3', false, 'curl/8.0')])
  const card = await screen.findByRole('region', { name: 'Where you are signed in' })
  const [own, other] = await within(card).findAllByRole('listitem')
  expect(own?.textContent).toMatch(/Safari on iOS.*This session.*10\.0\.0\.7/)
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull()
  expect(other?.textContent).toContain('Unknown device')
  const sent = serve('post', '/admin/account/sessions/end', done)
  await press('End the session on Unknown device')
  await screen.findByText('Session ended')
  await press('End all 2 other sessions')
  await screen.findByText('All other sessions ended')
  expect(sent.map(({ body }) => body)).toEqual([{ _id: 's2' }, {}])
})

it('mutes a kind of notifications, and says when that failed', async () => {
  await open()
  const kinds = within(await screen.findByRole('group', { name: 'What the bell shows' }))
  const muted = () =>
    kinds
      .getAllByRole<HTMLInputElement>('checkbox')
      .filter(({ checked }) => !checked)
      .map((box) => box.closest('label')?.textContent)
  expect(muted()).toEqual(['A user registers'])
  const sent = serve('post', '/admin/notification/mute', done)
  serve('get', '/admin/notification/muted', () => HttpResponse.json({ success: true, data: ['booking-made'] }))
  await userEvent.click(kinds.getByRole('checkbox', { name: 'A ride is booked' }))
  await waitFor(() => expect(muted()).toEqual(['A ride is booked']))
  expect(sent.map(({ body }) => body)).toEqual([{ kind: 'booking-made', is_muted: true }])
  serve('post', '/admin/notification/mute', refused('kind', 'is unknown'))
  // Also where the list cannot be read again.
  serve('get', '/admin/notification/muted', refused('kind', 'is unknown'))
  await userEvent.click(kinds.getByRole('checkbox', { name: 'A message arrives' }))
  await screen.findByText('The choice was not saved')
  await waitFor(() => expect(muted()).toEqual(['A ride is booked']))
})

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['curl/8.0', undefined, undefined],
  [null, undefined, undefined],
])('reads %s', (userAgent, browser, system) => {
  expect([deviceName(userAgent)?.browser, deviceName(userAgent)?.system]).toEqual([browser, system])
})
