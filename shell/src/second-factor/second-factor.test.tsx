import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { type ProofMethod, problemCodes } from '@interline/shared/contract'
import { session } from '@interline/shared/session'
import { InterlineProvider } from '@interline/shared/ui'
import { fillWithoutEvent, interceptCalls, loginAnswer, openShell, serve } from '../test-kit.tsx'
import { NewRecoveryCodes } from './recovery-codes.tsx'

interceptCalls()
// Refusals are logged.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

const challenge = (methods: string[]) => ({ token: 'C', methods, passkey: null })
const needed = () =>
  HttpResponse.json(
    {
      success: false,
      title: 'A second factor is needed',
      status: 401,
      code: problemCodes.secondFactorNeeded,
      second_factor: challenge(['totp', 'recovery-code']),
    },
    { status: 401 },
  )
const refused = (status: number, field: string) => () =>
  HttpResponse.json({ title: 'Not valid', status, errors: [{ field, message: 'is not right' }] }, { status })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function toSecondStep() {
  serve('post', '/user/auth/admin-login', needed)
  openShell('/', { signedIn: false })
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'maya@interline.test' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret words' } })
  await press('Sign In')
  const code = await screen.findByLabelText('Code of your authenticator app')
  expect(screen.getByText('Now your second factor')).toBeTruthy()
  return code
}

it('asks for a code after the password, says what is wrong, and signs in', async () => {
  const code = await toSecondStep()
  await press('Continue')
  expect(screen.getByText('Enter the six digits that your app shows.')).toBeTruthy()
  serve('post', '/user/auth/second-factor', refused(401, 'proof'))
  await userEvent.type(code, '123 456')
  await press('Continue')
  expect(await screen.findByText(/^This code is not right/)).toBeTruthy()
  const sent = serve('post', '/user/auth/second-factor', loginAnswer)
  await press('Continue')
  expect(await screen.findByText('Login successful!')).toBeTruthy()
  expect(sent[0]?.body).toEqual({ token: 'C', proof: { method: 'totp', code: '123456' } })
})

it('goes back to the form as it was, and says so when the sign-in has to begin anew', async () => {
  await toSecondStep()
  serve('post', '/user/auth/second-factor', refused(401, 'token'))
  await press('Use a recovery code')
  await userEvent.type(screen.getByLabelText('Recovery code'), 'aaaa-bbbb')
  await press('Continue')
  expect(await screen.findByText('This took too long. Sign in again.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maya@interline.test')
})

const confirmationNeeded = () =>
  HttpResponse.json(
    { title: 'Confirm that it is you', status: 403, code: problemCodes.confirmationNeeded },
    { status: 403 },
  )
const done = () => HttpResponse.json({ success: true })

async function saveName(answer: () => Response, methods: ProofMethod[] = ['password']) {
  serve('get', '/admin/account/sessions', () => HttpResponse.json({ success: true, data: [] }))
  serve('get', '/admin/account/second-factor', () =>
    HttpResponse.json({
      success: true,
      data: { required: false, authenticator: null, passkeys: [], recovery_codes_left: 0 },
    }),
  )
  serve('post', '/admin/account/confirm/begin', () => HttpResponse.json({ success: true, data: challenge(methods) }))
  const sent = serve('post', '/admin/account/name', answer)
  openShell('/my-account')
  await userEvent.type(await screen.findByLabelText('Name'), ' Lind')
  await press('Save name')
  await screen.findByText('Confirm that it is you')
  return sent
}

it('asks to confirm what needs it, and then the same call goes on', async () => {
  let isConfirmed = false
  const sent = await saveName(() => (isConfirmed ? done() : confirmationNeeded()))
  serve('post', '/admin/account/confirm', refused(400, 'proof'))
  fillWithoutEvent(await screen.findByLabelText('Your password'), 'secret words')
  await press('Confirm')
  expect(await screen.findByText('This is not your password.')).toBeTruthy()
  const confirmed = serve('post', '/admin/account/confirm', () => {
    isConfirmed = true
    return done()
  })
  await press('Confirm')
  expect(await screen.findByText('Name saved')).toBeTruthy()
  expect(confirmed[0]?.body).toEqual({ token: 'C', proof: { method: 'password', password: 'secret words' } })
  expect(sent.map(({ body }) => body)).toEqual([
    { full_name: 'Maya Lindqvist Lind' },
    { full_name: 'Maya Lindqvist Lind' },
  ])
})

it('does nothing when nobody confirms, and keeps what was typed', async () => {
  const sent = await saveName(confirmationNeeded)
  await press('Cancel')
  expect(await screen.findByText('The name was not saved')).toBeTruthy()
  expect([sent.length, screen.getByLabelText<HTMLInputElement>('Name').value]).toEqual([1, 'Maya Lindqvist Lind'])
})

it('says to sign in again to who has nothing to confirm with', async () => {
  await saveName(confirmationNeeded, [])
  expect(await screen.findByText(/Log out and sign in again/)).toBeTruthy()
  expect(screen.queryByLabelText('Your password')).toBeNull()
})

it('shows the set-up alone to who has to set up a second factor, and the screen behind it afterwards', async () => {
  serve('get', '/admin/account/second-factor', () =>
    HttpResponse.json({
      success: true,
      data: { required: true, authenticator: null, passkeys: [], recovery_codes_left: 0 },
    }),
  )
  serve('get', '/admin/dashboard/analysis', () =>
    HttpResponse.json({ title: 'No', status: 403, code: problemCodes.setupNeeded }, { status: 403 }),
  )
  openShell('/')
  expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Add an authenticator app' })).toBeTruthy()
  serve('get', '/admin/dashboard/analysis', () => HttpResponse.json({ success: true, data: {} }))
  act(() => session.getState().factorSetUp())
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Set up a second factor' })).toBeNull())
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
})

it('says when recovery codes were not copied, as on a page that has no clipboard', async () => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  render(
    <InterlineProvider>
      <NewRecoveryCodes codes={['aaaa-bbbb']} onKept={() => undefined} />
    </InterlineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('The codes were not copied')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
  Reflect.deleteProperty(navigator, 'clipboard')
})
