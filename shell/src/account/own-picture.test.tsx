import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { session } from '@interline/shared/session'
import { interceptCalls, openShell, serve } from '../test-kit.tsx'

const squarePicture = vi.hoisted(() => vi.fn<(file: Blob) => Promise<Blob>>())
vi.mock('./square-picture.ts', () => ({ squarePicture }))
URL.createObjectURL = () => 'blob:chosen'
URL.revokeObjectURL = () => undefined

interceptCalls()

const link = 'http://localhost:4000/uploads/0123.png'
const answer = (profile_picture: string | null) => () => HttpResponse.json({ success: true, data: { profile_picture } })
const png = (bytes = 10) => new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' })
const pictures = () => [...document.querySelectorAll('img')].map(({ src }) => src)

async function open(profile_picture: string | null = null) {
  squarePicture.mockReset().mockImplementation(async (file) => file)
  serve('get', '/admin/account/sessions', () => HttpResponse.json({ success: true, data: [] }))
  const factors = { required: false, authenticator: null, passkeys: [], recovery_codes_left: 0 }
  serve('get', '/admin/account/second-factor', () => HttpResponse.json({ success: true, data: factors }))
  openShell('/my-account')
  const user = session.getState().user
  act(() =>
    session.getState().signIn({ token: 'T', user: { ...user, admin_role: 'viewer', profile_picture } as never }),
  )
  return screen.findByLabelText<HTMLInputElement>('Choose a picture')
}

it('shows what was chosen, saves it, and shows it in the header at once', async () => {
  const input = await open()
  await userEvent.upload(input, png())
  const save = await screen.findByRole('button', { name: 'Save picture' })
  await waitFor(() => expect(document.activeElement).toBe(save))
  expect(pictures()).toEqual(['blob:chosen'])
  const sent = serve('post', '/admin/account/picture', answer(link))
  await userEvent.click(save)
  expect(await screen.findByText('Picture saved')).toBeTruthy()
  expect(sent).toHaveLength(1)
  expect(pictures()).toEqual([link, link])
  expect(localStorage.getItem('profileURL')).toBe(link)
  expect(document.activeElement).toBe(input)
})

it('keeps the old one, and removes it', async () => {
  const input = await open(link)
  const wouldAsk = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await userEvent.upload(input, png())
  const keep = await screen.findByRole('button', { name: 'Keep the old one' })
  expect(wouldAsk()).toBe(true)
  await userEvent.click(keep)
  expect(wouldAsk()).toBe(false)
  expect(pictures()).toEqual([link, link])
  const sent = serve('post', '/admin/account/picture/remove', answer(null))
  await userEvent.click(screen.getByRole('button', { name: 'Remove picture' }))
  expect(await screen.findByText('Picture removed')).toBeTruthy()
  expect([sent.length, pictures()]).toEqual([1, []])
  expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull()
})

it('says in words why a file cannot be taken, here or by the server, and keeps what was chosen', async () => {
  const input = await open()
  await userEvent.upload(input, png(10 * 1024 * 1024 + 1))
  expect((await screen.findByRole('alert')).textContent).toBe('me.png has 10.1 MB; a picture may have 10.')
  squarePicture.mockRejectedValueOnce(new Error('no picture'))
  await userEvent.upload(input, png())
  expect((await screen.findByText(/^me.png is no picture/)).getAttribute('role')).toBe('alert')
  await userEvent.upload(input, png())
  serve('post', '/admin/account/picture', () =>
    HttpResponse.json(
      { title: 'No', status: 415, errors: [{ field: 'picture', message: 'holds a web page inside of a picture' }] },
      { status: 415 },
    ),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Save picture' }))
  expect(await screen.findByText('The picture holds a web page inside of a picture.')).toBeTruthy()
  expect(pictures()).toEqual(['blob:chosen'])
})
