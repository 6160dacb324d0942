import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { InterlineProvider } from '@interline/shared/ui'
import { interceptCalls, mockServer, release } from '../test-kit.tsx'
import { RunFromSource } from './run-from-source.tsx'

interceptCalls()

let sent: [type: string | null, body: unknown][]
const answerWith = (answer: () => Response) =>
  mockServer.use(
    http.post('*/dev-override', async ({ request }) => {
      sent.push([request.headers.get('content-type'), await request.json()])
      return answer()
    }),
  )
beforeEach(() => {
  sent = []
  answerWith(() => new HttpResponse(null, { status: 204 }))
  window.history.replaceState(null, '', '/')
})

function open() {
  const reload = vi.fn()
  render(
    <InterlineProvider>
      <RunFromSource release={release} reload={reload} />
    </InterlineProvider>,
  )
  return reload
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Run it' }))
const origin = () => screen.getByLabelText('From') as HTMLInputElement

describe('running a part from source', () => {
  it('suggests the part of the screen, from where npm run dev serves it, and loads the page anew', async () => {
    window.history.replaceState(null, '', '/users')
    const reload = open()
    expect(origin().value).toBe('http://localhost:3190')
    await submit()
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(sent).toEqual([['application/json', { remote: 'users', origin: 'http://localhost:3190' }]])
  })

  it('takes another part of the release and another origin, also as an address bar shows it', async () => {
    open()
    await userEvent.click(screen.getByLabelText('Part'))
    await userEvent.click(await screen.findByTitle('drivers'))
    await userEvent.clear(origin())
    await userEvent.type(origin(), ' http://127.0.0.1:4711/')
    await submit()
    expect(sent[0]?.[1]).toEqual({ remote: 'drivers', origin: 'http://127.0.0.1:4711' })
  })

  it.each([
    ['origin', 400, /an origin of your own machine, such as http:\/\/localhost:3190/],
    ['remote', 409, /no such part/],
    ['cross-site', 403, /did not come from a page of this address/],
    ['something new', 500, /could not be run/],
  ])('says why it is refused (%s), and stays', async (refused, status, text) => {
    answerWith(() => HttpResponse.json({ refused }, { status }))
    const reload = open()
    await submit()
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
    expect([origin().getAttribute('aria-invalid'), reload.mock.calls]).toEqual(['true', []])
  })
})
