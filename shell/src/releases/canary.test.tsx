import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { session } from '@interline/shared/session'
import { interceptCalls, openShell, release, mockServer } from '../test-kit.tsx'
import { makeRoundTrip } from '@interline/shared/testing'
import { setCanaryCookies } from './canary-cookies.ts'

interceptCalls()

const canary = { ...release, number: 8, canary: { of: 7, percent: 50, salt: 'a'.repeat(24) } }
const liveIs = (number: number) => mockServer.use(http.get('*/live-release', () => HttpResponse.json({ number })))

describe('the mark of a canary', () => {
  it('is on every screen of it, says to which release one may go back, and how', async () => {
    liveIs(8)
    openShell('/', { release: canary })
    await userEvent.click(await screen.findByRole('button', { name: 'Early release 8' }))
    const panel = screen.getByRole('dialog', { name: 'Early release 8' })
    expect(within(panel).getByText(/go back to release 7/)).toBeTruthy()
    expect(within(panel).getByRole('button', { name: 'Leave early release' })).toBeTruthy()
    expect(screen.queryByText(/is ready/)).toBeNull()
  })

  it('is not there on the live release', async () => {
    openShell('/')
    expect(await screen.findByRole('button', { name: /Admin/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Early release/ })).toBeNull()
  })
})

describe('an open page of a canary', () => {
  it('is offered the live release again when the canary was withdrawn', async () => {
    liveIs(7)
    openShell('/', { release: canary })
    expect(await screen.findByText('This early release was withdrawn. Release 7 of Interline is ready.')).toBeTruthy()
  })

  it('is offered a newer one', async () => {
    liveIs(9)
    openShell('/', { release: canary })
    expect(await screen.findByText('Release 9 of Interline is ready.')).toBeTruthy()
  })

  it('is not offered one from before the live release', async () => {
    liveIs(6)
    openShell('/', { release: canary })
    expect(await screen.findByRole('button', { name: 'Early release 8' })).toBeTruthy()
    await makeRoundTrip(mockServer)
    expect(screen.queryByText(/is ready/)).toBeNull()
  })
})

describe('the shell’s origin learns who is signed in', () => {
  const user = {
    _id: 'a 1;x',
    full_name: 'Maya',
    email: 'maya@interline.test',
    role: 'admin' as const,
    profile_picture: null,
  }
  let stop: () => void
  beforeEach(() => {
    stop = setCanaryCookies()
  })
  afterEach(() => stop())

  it('from sign-in to sign-out, by the id alone', () => {
    expect(document.cookie).toBe('')
    session.getState().signIn({ token: 'T', user })
    expect(document.cookie).toBe('interline-admin=a%201%3Bx')
    session.getState().signOut('signed-out')
    expect(document.cookie).toBe('')
  })
})
