import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { session } from '@interline/shared/session'
import { interceptCalls, openShell, remotesThat, running } from '../test-kit.tsx'

interceptCalls()

const form = [{ path: '/drivers', Component: () => <input aria-label="Name" /> }]
const field = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Name' })
const signIn = (_id: string) =>
  act(() =>
    session.getState().signIn({
      token: 'next',
      user: { _id, full_name: 'Maya Lindqvist', email: 'maya@interline.test', role: 'admin', profile_picture: null },
    }),
  )

async function enter() {
  openShell('/drivers', { remotes: remotesThat({ load: async () => running('drivers', form) }) })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Jane')
}

it.each([
  ['a session that expired leaves what was entered to the same administrator', 'expired', 'a1', 'Jane'],
  ['a session that expired leaves nothing to somebody else', 'expired', 'b2', ''],
  ['Log Out leaves nothing', 'signed-out', 'a1', ''],
  ['a session that was ended elsewhere leaves nothing', 'elsewhere', 'a1', ''],
] as const)('%s', async (_, because, next, left) => {
  await enter()
  act(() => session.getState().signOut(because))
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
  expect(field()).toBeNull()
  signIn(next)
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe(left)
  expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull()
})
