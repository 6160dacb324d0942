import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '@interline/shared/session'
import { InterlineProvider } from '@interline/shared/ui'
import { interceptCalls, mockServer } from '../test-kit.tsx'
import { readCodeFacts } from './activate-override.ts'
import { RunFromSource } from './run-from-source.tsx'

interceptCalls()

const facts = {
  schema: 'interline-grant-1',
  remote: 'drivers',
  origin: 'http://localhost:3190',
  admin: 'maya@interline.test',
  expiresAt: '2026-11-21T18:05:00.000Z',
}
const codeOf = (value: unknown) =>
  btoa(JSON.stringify({ text: JSON.stringify(value), signature: { keyId: 'k', signature: 's' } }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
const code = codeOf(facts)

let sent: unknown[]
const answerWith = (answer: () => Response) =>
  mockServer.use(
    http.post('*/grants', async ({ request }) => {
      sent.push(await request.json())
      return answer()
    }),
  )
beforeEach(() => {
  sent = []
  session.getState().signIn({
    token: 'before',
    user: { _id: 'a1', full_name: 'Maya', email: facts.admin, role: 'admin', profile_picture: null },
  })
})

async function paste(text: string, password = '') {
  const reload = vi.fn()
  render(
    <InterlineProvider>
      <RunFromSource onClose={vi.fn()} reload={reload} />
    </InterlineProvider>,
  )
  await userEvent.click(screen.getByLabelText('Code'))
  await userEvent.paste(text)
  if (password) await userEvent.type(screen.getByLabelText(`Password of ${facts.admin}`), password)
  return reload
}
const submit = () => screen.getByRole('button', { name: 'Sign in and run it' }) as HTMLButtonElement

describe('running a part from source', () => {
  it('says what a code is for before anything is sent, and asks for that person’s password', async () => {
    await paste(code)
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'drivers',
      'http://localhost:3190',
      'maya@interline.test',
      '11/21/2026 06:05 PM',
    ])
    expect(submit().disabled).toBe(true)
  })

  it.each(['hello', code.slice(0, -30), codeOf({ ...facts, remote: 7 })])(
    'says that a text is no code: %s',
    async (text) => {
      await paste(text)
      expect(screen.getByText(/This is not a whole code/)).toBeTruthy()
      expect(submit().disabled).toBe(true)
      expect(sent).toEqual([])
    },
  )

  it('goes on in the session that was opened for it, ends the one before, and loads the page anew', async () => {
    answerWith(() => HttpResponse.json({ token: 'granted', user: { _id: 'a1', full_name: 'Maya' } }))
    const ended: (string | null)[] = []
    mockServer.use(
      http.post('*/api/v1/user/auth/logout', ({ request }) => {
        ended.push(request.headers.get('authorization'))
        return HttpResponse.json({ success: true })
      }),
    )
    const reload = await paste(` ${code}\n`, 'right')
    await userEvent.click(submit())
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect([sent, ended, session.getState().token]).toEqual([
      [{ code, password: 'right' }],
      ['Bearer before'],
      'granted',
    ])
  })

  it.each([
    ['password', 401, /password is not right/],
    ['used', 409, /used before/],
    ['not-signed', 403, /not signed here/],
    ['expired', 410, /time of this code is over/],
    ['ended', 410, /revoked or left/],
    ['not-allowed', 403, /no longer, allowed/],
    ['part', 409, /no such part/],
    ['too-many', 429, /Too many attempts/],
    ['api', 502, /could not be asked/],
    ['cross-site', 403, /did not say/],
    ['something new', 500, /could not be taken/],
  ])('says why a code is refused (%s), and keeps the session', async (refused, status, text) => {
    answerWith(() => HttpResponse.json({ refused }, { status }))
    const reload = await paste(code, 'x')
    await userEvent.click(submit())
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
    expect([session.getState().token, reload.mock.calls]).toEqual(['before', []])
  })
})

it.each(['', '{}', 'null', btoa('{"text":"x"}')])('a text that is no code has no facts: %s', (text) => {
  expect(readCodeFacts(text)).toBeNull()
})
