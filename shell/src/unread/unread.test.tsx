import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@interline/shared/api'
import { session, usePreferences } from '@interline/shared/session'
import { openRoutes } from '@interline/shared/testing'
import { interceptCalls, mockServer } from '../test-kit.tsx'
import { PreferencesForm } from '../layout/header/preferences-form.tsx'
import { Unread } from './unread.tsx'

const received = vi.hoisted(() => ({ handler: undefined as ((message: object) => void) | undefined }))
vi.mock('@interline/shared/realtime', async (original) => ({
  ...(await original<object>()),
  useSocketEvent: (_: string, handler: (message: object) => void) => void (received.handler = handler),
}))
const tones = vi.hoisted(() => ({ count: 0 }))
vi.mock('./tone.ts', () => ({ playTone: () => void (tones.count += 1) }))

interceptCalls()
const base = `${window.location.origin}/api/v1`

/** The tabs of a browser share this; the test is one of them. */
function fakeLocks(names: Set<string>) {
  return {
    request: async (name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as (lock: object | null) => Promise<void>
      const isTaken = names.has(name)
      if (isTaken && (rest[0] as { ifAvailable?: boolean }).ifAvailable) return work(null)
      names.add(name)
      await work({})
      names.delete(name)
    },
    query: () => Promise.resolve({ held: [...names].map((name) => ({ name })) }),
  }
}

class FakeNotification {
  static permission = 'default'
  static requestPermission = () => {
    FakeNotification.permission = answer
    return Promise.resolve(answer)
  }
  static shown: FakeNotification[] = []
  onclick: (() => void) | undefined
  close = () => undefined
  constructor(
    readonly title: string,
    readonly options: { body: string },
  ) {
    FakeNotification.shown.push(this)
  }
}
let answer = 'granted'
let locks = new Set<string>()

beforeEach(() => {
  locks = new Set()
  answer = 'granted'
  tones.count = 0
  FakeNotification.permission = 'granted'
  FakeNotification.shown = []
  vi.stubGlobal('Notification', FakeNotification)
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(locks), configurable: true })
  const user = { _id: 'me', full_name: 'Jo', email: '', role: 'admin' as const, profile_picture: null }
  session.getState().signIn({ token: 't', user: { ...user, admin_role: 'support' } })
  mockServer.use(
    http.get(`${base}/admin/conversations/counts`, () => HttpResponse.json({ success: true, data: { unread: 3 } })),
    http.get(`${base}/user/chat-list`, ({ request }) => {
      const isPerson = /^p/.test(new URL(request.url).searchParams.get('id') ?? '')
      return HttpResponse.json({ success: true, data: isPerson ? [{ full_name: 'Jane Doe' }] : [] })
    }),
  )
})
afterEach(() => {
  cleanup()
  usePreferences.setState({ messageAlerts: false, messageSound: false })
  vi.unstubAllGlobals()
})

function open(element: React.ReactNode, address = '/') {
  document.head.innerHTML = '<title>Users · Interline</title>'
  return openRoutes([{ path: '*', element }], address)
}
const message = (more = {}) => ({ _id: 'm1', senderId: 'p1', message: 'Where is my refund?', ...more })
const bodies = () => FakeNotification.shown.map(({ options }) => options.body)

it('has the number of unread conversations before the title of every screen', async () => {
  open(<Unread />)
  await waitFor(() => expect(document.title).toBe('(3) Users · Interline'))
  document.title = 'Drivers · Interline'
  await waitFor(() => expect(document.title).toBe('(3) Drivers · Interline'))
  cleanup()
  expect(document.title).toBe('Drivers · Interline')
})

it('has no number before the title where the role may not answer', () => {
  act(() => session.getState().takeRole('viewer'))
  queryClient.setQueryData(['chats', 'counts'], { unread: 3 })
  open(<Unread />)
  expect(document.title).toBe('Users · Interline')
})

it('alerts to a message of a person, which leads to their conversation, and to no colleague’s', async () => {
  usePreferences.setState({ messageAlerts: true, messageSound: true })
  const router = open(<Unread />)
  received.handler?.(message())
  await waitFor(() => expect(FakeNotification.shown.map(({ title }) => title)).toEqual(['Message from Jane Doe']))
  expect(FakeNotification.shown[0]?.options.body).toBe('Where is my refund?')
  expect(tones.count).toBe(1)
  act(() => FakeNotification.shown[0]?.onclick?.())
  await waitFor(() => expect(router.state.location.pathname).toBe('/user-chat/p1'))
  received.handler?.(message({ _id: 'm2', senderId: 'theo' }))
  received.handler?.(message({ _id: 'm3', senderId: 'me' }))
  received.handler?.(message({ _id: 'm4', senderId: 'p2', message: 'Anybody?' }))
  await waitFor(() => expect(bodies()).toContain('Anybody?'))
  expect(bodies()).toEqual(['Where is my refund?', 'Anybody?'])
})

it('leaves it to another tab that was quicker, and alerts to nothing that a visible tab shows', async () => {
  usePreferences.setState({ messageAlerts: true, messageSound: true })
  locks.add('interline-alert-m1')
  open(<Unread />, '/user-chat/p1')
  received.handler?.(message())
  received.handler?.(message({ _id: 'm2' }))
  received.handler?.(message({ _id: 'm3', senderId: 'p2', message: 'Another' }))
  await waitFor(() => expect(bodies()).toContain('Another'))
  expect([bodies(), tones.count]).toEqual([['Another'], 1])
})

it('stands at an address that cannot be decoded', async () => {
  usePreferences.setState({ messageSound: true })
  open(<Unread />, '/user-chat/50%')
  await waitFor(() => expect(document.title).toBe('(3) Users · Interline'))
})

it('sounds where a browser refuses the notifications of a page, as on Android, and in no other tab', async () => {
  class Refused extends FakeNotification {
    constructor(title: string) {
      super(title, { body: '' })
      throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.')
    }
  }
  vi.stubGlobal('Notification', Refused)
  usePreferences.setState({ messageAlerts: true })
  open(<Unread />)
  received.handler?.(message())
  await waitFor(() => expect(tones.count).toBe(1))
  expect(locks.has('interline-alert-m1')).toBe(true)
})

it('is silent where a browser has no audio', async () => {
  const { playTone } = await vi.importActual<typeof import('./tone.ts')>('./tone.ts')
  expect(playTone).not.toThrow()
})

it('is silent until somebody asks for it, and asks the browser by the click alone', async () => {
  FakeNotification.permission = 'default'
  const asked = vi.spyOn(FakeNotification, 'requestPermission')
  open(<PreferencesForm />)
  const alerts = screen.getByLabelText('Desktop notifications of messages')
  expect([alerts.getAttribute('aria-checked'), asked.mock.calls.length]).toEqual(['false', 0])
  answer = 'denied'
  fireEvent.click(alerts)
  expect(await screen.findByText(/does not allow this page/)).toBeDefined()
  expect(usePreferences.getState().messageAlerts).toBe(false)
  answer = 'granted'
  fireEvent.click(alerts)
  await waitFor(() => expect(usePreferences.getState().messageAlerts).toBe(true))
  fireEvent.click(screen.getByLabelText('Sound with each message'))
  expect([usePreferences.getState().messageSound, tones.count]).toEqual([true, 1])
})
