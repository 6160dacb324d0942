import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { problemCodes } from '@interline/shared/contract'
import { session } from '@interline/shared/session'
import * as begin from '../../at-provider/begin.ts'
import { storedVerifier } from '../../at-provider/stored-verifier.ts'
import { interceptCalls, openShell, serve } from '../../test-kit.tsx'

interceptCalls()
afterEach(() => window.history.replaceState(null, '', '/'))

const done = () => HttpResponse.json({ success: true })
const confirmationNeeded = () =>
  HttpResponse.json({ title: 'No', status: 403, code: problemCodes.confirmationNeeded }, { status: 403 })
const soon = { timeout: 20_000 }

function serveAccount() {
  serve('get', '/admin/account/sessions', () => HttpResponse.json({ success: true, data: [] }))
  const factors = { required: false, authenticator: null, passkeys: [], recovery_codes_left: 0 }
  serve('get', '/admin/account/second-factor', () => HttpResponse.json({ success: true, data: factors }))
}

/** jsdom has no digest to begin with. */
async function askToConfirm(opensTab: boolean) {
  const begun = { inNewTab: vi.fn(() => opensTab), here: vi.fn() }
  const prepared = vi.spyOn(begin, 'prepareBegin').mockResolvedValue(begun)
  serveAccount()
  serve('post', '/admin/account/confirm/begin', () =>
    HttpResponse.json({ success: true, data: { token: 'C', methods: [], passkey: null, provider: 'Office Login' } }),
  )
  const sent = serve('post', '/admin/account/name', () => (sent.length === 1 ? confirmationNeeded() : done()))
  openShell('/my-account')
  const name = await screen.findByLabelText<HTMLInputElement>('Name', {}, soon)
  await userEvent.type(name, ' Lind')
  await userEvent.click(screen.getByText('Save name'))
  const button = (await screen.findByText('Confirm with Office Login', {}, soon)).closest('button')
  await waitFor(() => expect(button?.disabled).toBe(false), soon)
  expect(prepared).toHaveBeenCalledWith('confirm')
  if (!button) throw new Error('there is no button')
  return { sent, button, name, begun }
}
const tell = (failure: string | null) => {
  const channel = new BroadcastChannel('interline-confirmation')
  channel.postMessage({ failure })
  return channel
}

it('opens the provider in a new tab, keeps what was entered, and goes on when that tab confirmed', async () => {
  const { sent, button, name, begun } = await askToConfirm(true)
  expect(screen.getByText(/What you entered here stays/)).toBeTruthy()
  await userEvent.click(button)
  expect([begun.inNewTab.mock.calls.length, begun.here.mock.calls.length]).toEqual([1, 0])
  expect(screen.getByText(/Waiting for the sign-in/)).toBeTruthy()
  const refused = tell('You signed in as somebody else.')
  expect(await screen.findByText('You signed in as somebody else.', {}, soon)).toBeTruthy()
  const confirmed = tell(null)
  await waitFor(() => expect(sent).toHaveLength(2), soon)
  expect(name.value).toMatch(/ Lind$/)
  refused.close()
  confirmed.close()
})

it('says what is lost where the browser opens no tab, before it leaves the page', async () => {
  const { button, begun } = await askToConfirm(false)
  await userEvent.click(button)
  expect(screen.getByText(/what you entered and did not save is lost/)).toBeTruthy()
  expect(begun.here).not.toHaveBeenCalled()
  await userEvent.click(screen.getByText('Go there in this tab'))
  expect(begun.here).toHaveBeenCalledOnce()
})

it.each([
  ['#sso-confirm=CODE', done, 'Confirmed'],
  ['#sso-confirm-failure=other-account', done, 'Not confirmed'],
  ['#sso-confirm-failure=not-anew', done, 'Not confirmed'],
])('comes back with %s', async (hash, answer, says) => {
  storedVerifier.put({ verifier: 'V', closes: false })
  window.history.replaceState(null, '', `/my-account${hash}`)
  serveAccount()
  const sent = serve('post', '/admin/account/confirm/sign-in', answer)
  openShell('/my-account')
  const { user } = session.getState()
  act(() => session.getState().signIn({ token: 'T', user: { ...user, admin_role: 'owner' } as never }))
  expect(await screen.findByText(says, {}, soon)).toBeTruthy()
  expect(window.location.hash).toBe('')
  expect(sent.map(({ body }) => body)).toEqual(hash.endsWith('CODE') ? [{ code: 'CODE', verifier: 'V' }] : [])
})
