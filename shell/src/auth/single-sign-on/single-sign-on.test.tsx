import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type * as shared from '@interline/shared/session'
import { session, type Settings } from '@interline/shared/session'
import { interceptCalls, loginAnswer, openShell, serve } from '../../test-kit.tsx'
import * as begin from '../../at-provider/begin.ts'

interceptCalls()
beforeEach(() => window.history.replaceState(null, '', '/drivers?page=2'))
afterEach(() => {
  window.history.replaceState(null, '', '/')
  settings.singleSignOn = null
})

const settings = vi.hoisted(() => ({ singleSignOn: null as Settings['singleSignOn'] }))
vi.mock('@interline/shared/session', async (importOriginal) => {
  const original = await importOriginal<typeof shared>()
  return { ...original, readSettings: () => ({ ...original.readSettings(), ...settings }) }
})
const offer = ({ isOnly } = { isOnly: false }) => {
  settings.singleSignOn = { name: 'Office Login', isOnly }
}
const quietConsole = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)
const button = () => screen.findByRole('button', { name: 'Sign in with Office Login' })
const comeBack = (hash: string) => {
  window.history.replaceState(null, '', `/drivers?page=2#${hash}`)
  return openShell('/drivers?page=2', { signedIn: false })
}

it('§2 shows the form of SPEC alone where the settings name no provider', async () => {
  openShell('/', { signedIn: false })
  expect(await screen.findByLabelText('Password')).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['', 'Sign In'])
  expect(screen.getByText('Enter your email & password to login')).toBeTruthy()
})

it('offers the provider beside the form', async () => {
  offer()
  openShell('/', { signedIn: false })
  expect(await button()).toBeTruthy()
  expect(screen.getByLabelText('Password')).toBeTruthy()
})

it('shows the provider instead of the form where passwords are off', async () => {
  offer({ isOnly: true })
  openShell('/', { signedIn: false })
  expect(await button()).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByText('Enter your email & password to login')).toBeNull()
})

it('begins with the challenge of a value that it keeps, and opens a tab where a screen waits', async () => {
  offer()
  const began = { inNewTab: vi.fn(() => true), here: vi.fn() }
  vi.spyOn(begin, 'prepareBegin').mockResolvedValue(began)
  openShell('/users')
  await screen.findByText('Screen at /users')
  act(() => session.getState().signOut('expired'))
  await userEvent.click(await button())
  expect([began.inNewTab.mock.calls.length, began.here.mock.calls.length]).toEqual([1, 0])
  expect(screen.getByText(/opens in a new tab/)).toBeTruthy()
})

it('exchanges the code of this browser for the session, and takes it out of the address', async () => {
  offer()
  localStorage.setItem('interline-sign-in-verifier', JSON.stringify({ verifier: 'V', closes: false }))
  const sent = serve('post', '/user/auth/sign-in-code', loginAnswer)
  const { at } = comeBack('sso-code=C')
  expect(await screen.findByText('Login successful!')).toBeTruthy()
  expect(await screen.findByText('Screen at /drivers')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ code: 'C', verifier: 'V', from: 'sso' }])
  expect([at(), window.location.hash, localStorage.getItem('interline-sign-in-verifier')]).toEqual([
    '/drivers?page=2',
    '',
    null,
  ])
})

it('signs in by a link of npm run admin', async () => {
  const sent = serve('post', '/user/auth/sign-in-code', loginAnswer)
  comeBack('sign-in=C.V')
  await waitFor(() => expect(session.getState().authenticated).toBe(true))
  expect(sent[0]?.body).toEqual({ code: 'C', verifier: 'V', from: 'link' })
})

it('sends no code of a sign-in that this browser did not begin', async () => {
  offer()
  const sent = serve('post', '/user/auth/sign-in-code', loginAnswer)
  comeBack('sso-code=C')
  expect(await screen.findByText(/begun in another browser/)).toBeTruthy()
  expect(sent).toEqual([])
})

it('says that a code was refused', async () => {
  quietConsole()
  offer()
  serve('post', '/user/auth/sign-in-code', () => HttpResponse.json({ success: false, status: 400 }, { status: 400 }))
  comeBack('sign-in=C.V')
  expect(await screen.findByText(/begun in another browser/)).toBeTruthy()
  expect(session.getState().authenticated).toBe(false)
})

it.each([
  ['role', 'Your account with Office Login gives you no role here.'],
  ['domain', 'Your mail address is of a domain that may not sign in here.'],
  ['away', 'Office Login does not answer.'],
  ['something-new', 'The server cannot sign anyone in at the moment.'],
])('says of the failure %s: %s', async (failure, text) => {
  offer()
  comeBack(`sso-failure=${failure}`)
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  expect(window.location.hash).toBe('')
})
