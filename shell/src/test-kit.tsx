import { render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, vi } from 'vitest'
import {
  forgetAttempts,
  type LoadedRemote,
  type PinnedRemote,
  type Release,
  type RemoteScreen,
  type Remotes,
} from '@interline/federation/runtime'
import { session, usePreferences } from '@interline/shared/session'
import { createMemoryRouter } from '@interline/shared/router'
import { routes } from './routes.tsx'
import { Shell } from './shell.tsx'
import { startMockServer } from '@interline/shared/testing'

// The whole shell in jsdom is slow beside other work.
vi.setConfig({ testTimeout: 40_000 })

const base = `${window.location.origin}/api/v1`
const maya = {
  _id: 'a1',
  full_name: 'Maya Lindqvist',
  email: 'maya@interline.test',
  role: 'admin' as const,
  profile_picture: null,
}

/** A backend answers this to an administrator with nothing to see; the calls that are ours come with a role alone. */
const quiet = [
  http.get('*/live-release', () => HttpResponse.json({ number: 7 })),
  http.get('*/socket.io/*', () => HttpResponse.error()),
  http.get(`${base}/admin/notification/list`, () => HttpResponse.json({ success: true, data: [] })),
  http.get(`${base}/admin/dashboard/analysis`, () => HttpResponse.json({ success: true, data: {} })),
  http.get(`${base}/admin/notification/muted`, () => HttpResponse.json({ success: true, data: [] })),
  http.get(`${base}/admin/views`, () => HttpResponse.json({ success: true, data: [] })),
  http.get(`${base}/admin/conversations/counts`, () => HttpResponse.json({ success: true, data: { unread: 0 } })),
  http.post(`${base}/admin/account/active`, () => HttpResponse.json({ success: true, data: { idle_minutes: null } })),
  http.post(`${base}/user/auth/logout`, () => HttpResponse.json({ success: true })),
]

export const mockServer = setupServer(...quiet)

/** Starts the mock server for the tests of a file, and leaves nothing of one test to the next. */
export function interceptCalls() {
  startMockServer(mockServer)
  afterEach(() => {
    if (session.getState().authenticated) session.getState().signOut('signed-out')
    usePreferences.setState({ sidebarCollapsed: false, colourScheme: 'system', timeZone: null })
    localStorage.clear()
    vi.restoreAllMocks()
  })
}

/** Fills a field as a password manager does. */
export const fillWithoutEvent = (field: HTMLElement, text: string) =>
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)

/** Answers a call and keeps what was sent to it. */
export function serve(method: 'get' | 'post', path: string, answer: () => Response | Promise<Response>) {
  const sent: { body: unknown; headers: Headers }[] = []
  mockServer.use(
    http[method](`${base}${path}`, async ({ request }) => {
      sent.push({ headers: request.headers, body: method === 'post' ? await request.json().catch(() => null) : null })
      return answer()
    }),
  )
  return sent
}

const remote = (name: string, title: string, order: number, paths: string[], icon = name): PinnedRemote =>
  ({
    url: `http://${name}.test/1.0.0-abc/`,
    descriptor: {
      name,
      title,
      owner: `${title} team`,
      version: '1.0.0',
      build: 'abc',
      routes: paths,
      sidebar: [{ title, path: paths[0], icon, order }],
      files: [],
      exposes: {},
    },
  }) as unknown as PinnedRemote

const withoutEntries = ({ url, descriptor }: PinnedRemote): PinnedRemote => ({
  url,
  descriptor: { ...descriptor, sidebar: [] },
})

export const release = {
  number: 7,
  fallbacks: {},
  off: {},
  settings: {},
  remotes: {
    chat: remote('chat', 'Chats', 50, ['/chats', '/user-chat/:id']),
    drivers: remote('drivers', 'Drivers', 10, ['/drivers', '/drivers/queue']),
    rides: withoutEntries(remote('rides', 'Rides', 40, ['/driver-rides', '/user-rides'])),
    users: remote('users', 'Users', 30, ['/users']),
  },
} as unknown as Release

const screenAt = (path: string) => ({ path, Component: () => <h1>{`Screen at ${path}`}</h1> })
const screensOf = (name: string) => (release.remotes[name]?.descriptor.routes ?? []).map(screenAt)

/** A remote that runs its pinned version, or the one given; by default every route of it shows its path. */
export const running = (
  name: string,
  routes: RemoteScreen[] = screensOf(name),
  differ: Partial<LoadedRemote> = {},
): LoadedRemote => ({
  routes,
  version: release.remotes[name] as PinnedRemote,
  key: release.remotes[name]?.url ?? name,
  settings: {},
  insteadOf: null,
  ...differ,
})

/** Remotes that load at once, but for what a test does differently. */
export function remotesThat(differ: Partial<Remotes> = {}): Remotes {
  return {
    peek: () => undefined,
    load: vi.fn(async (name: string) => running(name)),
    attempts: forgetAttempts,
    hasFallback: () => false,
    reportThrown: vi.fn(),
    prefetch: vi.fn(() => Promise.resolve()),
    fallBack: vi.fn(async (_failed: LoadedRemote, error: unknown) => Promise.reject(error)),
    replace: vi.fn(async () => undefined),
    watch: vi.fn(() => () => undefined),
    ...differ,
  }
}

/** The whole shell at an address, signed in unless told otherwise. */
export function openShell(
  path: string,
  { signedIn = true, remotes = remotesThat(), release: shown = release, reportUncaught = vi.fn() } = {},
) {
  if (signedIn) session.getState().signIn({ token: 'T', user: maya })
  const router = createMemoryRouter(routes(shown, remotes, reportUncaught), { initialEntries: [path] })
  render(<Shell router={router} />)
  return { router, remotes, at: () => router.state.location.pathname + router.state.location.search }
}

export const loginAnswer = () => HttpResponse.json({ success: true, data: { token: 'T', user: maya } })
