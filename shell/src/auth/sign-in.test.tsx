import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { session } from '@interline/shared/session'
import { fillWithoutEvent, loginAnswer, openShell, serve, interceptCalls } from '../test-kit.tsx'

interceptCalls()

const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

function fillIn() {
  write('Email', 'maya@interline.test')
  write('Password', 'secret words')
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
const quietConsole = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

it('§2 shows Sign In with its texts at / to the signed-out', () => {
  openShell('/', { signedIn: false })
  expect(screen.getByRole('heading', { name: 'Sign In' })).toBeTruthy()
  expect(screen.getByText('Enter your email & password to login')).toBeTruthy()
  expect(screen.getByLabelText('Remember Password')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Forgot Password' }).getAttribute('href')).toBe('/forgot-password')
})

it('§5 requires an email of email type, and marks no password as required', () => {
  openShell('/', { signedIn: false })
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  expect([email.type, email.required, screen.getByLabelText<HTMLInputElement>('Password').required]).toEqual([
    'email',
    true,
    false,
  ])
  expect(email.form?.noValidate).toBe(false)
})

it('§2 shows and hides the password', async () => {
  openShell('/', { signedIn: false })
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password')
})

it('§7 sends email and password, stores the session, toasts and opens the dashboard', async () => {
  const sent = serve('post', '/user/auth/admin-login', loginAnswer)
  const { at } = openShell('/', { signedIn: false })
  fillIn()
  await submit()
  expect(await screen.findByText('Login successful!')).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  expect(sent[0]?.body).toEqual({ email: 'maya@interline.test', password: 'secret words' })
  expect(sent[0]?.headers.get('public-request')).toBe('true')
  expect([at(), localStorage.getItem('token')]).toEqual(['/', 'T'])
})

it('§2 asks for a longer session with Remember Password, and never stores the password', async () => {
  const sent = serve('post', '/user/auth/admin-login', loginAnswer)
  openShell('/', { signedIn: false })
  fillIn()
  await userEvent.click(screen.getByLabelText('Remember Password'))
  await submit()
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ remember: true }))
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret words')
})

it('keeps a deep link, and opens it after signing in', async () => {
  serve('post', '/user/auth/admin-login', loginAnswer)
  const { at } = openShell('/drivers?page=2', { signedIn: false })
  fillIn()
  await submit()
  expect(await screen.findByText('Screen at /drivers')).toBeTruthy()
  expect(at()).toBe('/drivers?page=2')
})

it.each([
  [
    'nothing about a wrong password',
    () => HttpResponse.json({ success: false, title: 'No such account' }, { status: 401 }),
    null,
  ],
  [
    'how long to wait',
    () => HttpResponse.json({ success: false }, { status: 429, headers: { 'retry-after': '42' } }),
    'Too many attempts. Wait 42 seconds before the next one.',
  ],
  ['that there is no connection', () => HttpResponse.error(), 'There is no connection to the server.'],
  [
    'that the answer makes no sense',
    () => HttpResponse.html('<h1>Welcome</h1>'),
    'The server cannot sign anyone in at the moment.',
  ],
  [
    'that no session came',
    () => HttpResponse.json({ success: true }),
    'The server cannot sign anyone in at the moment.',
  ],
])('§8 says Please try again, and %s', async (_what, answer, cause) => {
  quietConsole()
  serve('post', '/user/auth/admin-login', answer)
  openShell('/', { signedIn: false })
  fillIn()
  await submit()
  const toast = (await screen.findByText('Please try again')).closest('.il-toast')
  if (cause === null) expect(toast?.textContent).toBe('Please try again')
  else expect(toast?.textContent).toContain(cause)
  const password = screen.getByLabelText('Password')
  expect(password.getAttribute('aria-invalid')).toBe('true')
  const said = document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent
  expect(said).toMatch(cause === null ? /Check the email and the password/ : /You are not signed in\.$/)
  expect(session.getState().authenticated).toBe(false)
})

it('§4 says quietly that the session ended, at the address one was at', async () => {
  const { at } = openShell('/users')
  await screen.findByText('Screen at /users')
  act(() => session.getState().signOut('expired'))
  expect(screen.getByText('Your session ended. Please sign in again.')).toBeTruthy()
  expect(at()).toBe('/users')
})

it('asks for a new password with the same answer for every address', async () => {
  const sent = serve('post', '/user/auth/forgot-password', () => HttpResponse.json({ success: true }))
  openShell('/forgot-password', { signedIn: false })
  await screen.findByRole('heading', { name: 'Forgot Password' })
  fillWithoutEvent(screen.getByLabelText('Email'), 'who@ever.test')
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByText(/If an account uses who@ever.test/)).toBeTruthy()
  expect(sent[0]?.body).toEqual({ email: 'who@ever.test' })
})

it('accepts an invitation with a password of one’s own, and names what was refused', async () => {
  quietConsole()
  const invited = { full_name: 'Ann Lee', email: 'ann@office.test', admin_role: 'support', expires_at: '2026-01-01' }
  const read = serve('post', '/user/auth/invitation', () => HttpResponse.json({ success: true, data: invited }))
  const refusal = {
    success: false,
    status: 400,
    title: 'No',
    errors: [{ field: 'password', message: 'is too common' }],
  }
  const answers = [HttpResponse.json(refusal, { status: 400 }), HttpResponse.json({ success: true })]
  const sent = serve('post', '/user/auth/accept-invitation', () => answers.shift() ?? HttpResponse.error())
  const { at } = openShell('/accept-invitation?token=abc', { signedIn: false })
  expect(await screen.findByText(/Ann Lee, you are invited as support. .* for ann@office.test/)).toBeTruthy()
  expect(read[0]?.body).toEqual({ token: 'abc' })
  const accept = async () => {
    write('New password', 'a new sentence')
    write('Repeat new password', 'a new sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Accept invitation' }))
  }
  await accept()
  expect(await screen.findByText('is too common')).toBeTruthy()
  await accept()
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeTruthy()
  expect([sent[1]?.body, at()]).toEqual([{ token: 'abc', password: 'a new sentence' }, '/'])
})

it.each([
  ['/accept-invitation', 'This link is incomplete'],
  ['/accept-invitation?token=old', 'This invitation does not work'],
])('says of %s what is wrong with it', async (path, title) => {
  quietConsole()
  const errors = [{ field: 'token', message: 'has expired' }]
  serve('post', '/user/auth/invitation', () =>
    HttpResponse.json({ success: false, status: 400, title: 'No', errors }, { status: 400 }),
  )
  openShell(path, { signedIn: false })
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

it('sets a new password with the token of the mail', async () => {
  const sent = serve('post', '/user/auth/reset-password', () => HttpResponse.json({ success: true }))
  const { at } = openShell('/reset-password?token=abc', { signedIn: false })
  await screen.findByRole('heading', { name: 'Set a new password' })
  write('New password', 'a new sentence')
  write('Repeat new password', 'another sentence')
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }))
  expect(screen.getByText('The two passwords are not the same.')).toBeTruthy()
  expect(sent).toEqual([])
  write('Repeat new password', 'a new sentence')
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }))
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeTruthy()
  expect([sent[0]?.body, at()]).toEqual([{ token: 'abc', password: 'a new sentence' }, '/'])
})

it('sends what a password manager filled in without an event, also after something else was drawn', async () => {
  const sent = serve('post', '/user/auth/admin-login', loginAnswer)
  openShell('/', { signedIn: false })
  fillWithoutEvent(screen.getByLabelText('Email'), 'maya@interline.test')
  fillWithoutEvent(screen.getByLabelText('Password'), 'secret words')
  await userEvent.click(screen.getByLabelText('Remember Password'))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maya@interline.test')
  await submit()
  await waitFor(() =>
    expect(sent[0]?.body).toEqual({ email: 'maya@interline.test', password: 'secret words', remember: true }),
  )
})
