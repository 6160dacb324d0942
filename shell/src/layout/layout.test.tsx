import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@interline/shared/api'
import { useConnection } from '@interline/shared/realtime'
import { usePreferences } from '@interline/shared/session'
import { useShortcutsReady } from '@interline/shared/ui'
import { openShell, release, serve, interceptCalls } from '../test-kit.tsx'
import { logOut } from '../auth/log-out.ts'
import { closeDialog } from '../open-dialog.ts'

interceptCalls()
afterEach(() => setWidth(1400))
beforeEach(() => setWidth(1400))

const setWidth = (width: number) => Object.assign(window, { innerWidth: width })
const sidebarTitles = () =>
  [...document.querySelectorAll('aside nav a > :not(.tooltip, [aria-hidden])')].map((title) => title.textContent)
const searchBox = () => screen.getByRole('combobox', { name: 'Search screens' })

describe('the sidebar', () => {
  it.each([
    [1008, 4, false],
    [1007, 0, false],
    [992, 0, false],
    [991, 0, true],
  ])('§9 at %i px shows %i titles; mobile toggle: %s', (width, titles, toggle) => {
    setWidth(width)
    openShell('/')
    expect(sidebarTitles()).toHaveLength(titles)
    expect(screen.queryByRole('button', { name: 'Open navigation' }) !== null).toBe(toggle)
    expect(document.querySelector('aside') !== null).toBe(!toggle)
  })

  it('opens as a drawer and leaves when an entry is chosen', async () => {
    setWidth(991)
    const { at } = openShell('/')
    await userEvent.click(screen.getByRole('button', { name: 'Open navigation' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Users' }))
    await screen.findByText('Screen at /users')
    expect(at()).toBe('/users')
  })

  it('folds to icons and remembers it; titles stay for screen readers', async () => {
    openShell('/')
    await userEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
    expect(usePreferences.getState().sidebarCollapsed).toBe(true)
    expect(sidebarTitles()).toEqual([])
    expect(screen.getByRole('link', { name: 'Drivers' })).toBeTruthy()
  })
})

describe('the search box', () => {
  it('§2 filters the sidebar entries by title', async () => {
    openShell('/')
    await userEvent.type(searchBox(), 'RS')
    expect(sidebarTitles()).toEqual(['Drivers', 'Users'])
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Drivers', 'Users'])
  })

  it('§2 clears on Escape', async () => {
    openShell('/')
    await userEvent.type(searchBox(), 'driv{Escape}')
    expect(searchBox()).toHaveProperty('value', '')
    expect(sidebarTitles()).toHaveLength(4)
  })

  it('§8 says Opps!! There are no result found.', async () => {
    openShell('/')
    await userEvent.type(searchBox(), 'zebra')
    expect(screen.getByText('Opps!! There are no result found.')).toBeTruthy()
  })

  it('is reached with /, walked with arrows and opens with Enter', async () => {
    const { at } = openShell('/')
    await waitFor(() => expect(useShortcutsReady.getState()).toBe(true), { timeout: 20_000 })
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(searchBox())
    await userEvent.keyboard('rs{ArrowDown}{Enter}')
    await screen.findByText('Screen at /users')
    expect([at(), sidebarTitles().length]).toEqual(['/users', 4])
  })
})

describe('before shortcuts are there', () => {
  beforeEach(() => {
    useShortcutsReady.setState(false)
    // jsdom has neither.
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true
    }
    HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
      this.open = false
    }
    Element.prototype.scrollIntoView ??= () => undefined
  })
  afterEach(() => act(closeDialog))

  it('Ctrl+K is kept from the browser and opens the search, and no letter typed before that acts', async () => {
    openShell('/')
    expect(fireEvent.keyDown(document.body, { key: 'g' })).toBe(true)
    expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(false)
    for (const key of ['g', 'd']) fireEvent.keyDown(document.body, { key })
    await waitFor(() => expect(document.querySelector('dialog[open]')).toBeTruthy(), { timeout: 20_000 })
    for (const key of ['g', 'd']) fireEvent.keyDown(document.body, { key })
    expect(screen.queryByText('Screen at /drivers')).toBeNull()
  })

  it.each([
    ['Caps Lock', { key: 'K' }],
    ['a keyboard of another script', { key: 'л', code: 'KeyK' }],
  ])('Ctrl+K is kept from the browser with %s', async (_, pressed) => {
    openShell('/')
    expect(fireEvent.keyDown(document.body, { ...pressed, ctrlKey: true })).toBe(false)
    await waitFor(() => expect(document.querySelector('dialog[open]')).toBeTruthy(), { timeout: 20_000 })
  })
})

const notice = (index: number | string, more: object = {}) => ({
  _id: `n${index}`,
  title: `Title ${index}`,
  body: `Body ${index}`,
  createdAt: '2024-05-01T12:00:00.000Z',
  ...more,
})

describe('the bell', () => {
  const serveNotices = (data: unknown) =>
    serve('get', '/admin/notification/list', () => HttpResponse.json({ success: true, data }))
  const bell = () => screen.getByRole('button', { name: /^Notification/ })

  it.each([
    ['all of them on a bare backend', [notice(1), notice(2)], '2'],
    ['the unread ones where the answer tells', [notice(1, { read: true }), notice(2, { read: false })], '1'],
    ['99+ beyond', Array.from({ length: 120 }, (_, index) => notice(index)), '99+'],
  ])('§2 counts %s', async (_what, data, badge) => {
    serveNotices(data)
    openShell('/')
    await waitFor(() => expect(bell().textContent).toBe(badge))
  })

  it('§2 lists title, body and time of each, leads to /chats, and gives the focus back on Escape', async () => {
    const marks = serve('post', '/admin/notification/mark-read', () => HttpResponse.json({ success: true }))
    serveNotices([notice(1), { _id: 7, title: null, body: '<img src=x onerror=alert(1)>' }])
    openShell('/')
    await waitFor(() => expect(bell().textContent).toBe('2'))
    await userEvent.click(bell())
    const panel = screen.getByRole('dialog', { name: 'Notification' })
    expect(within(panel).getByText('Title 1')).toBeTruthy()
    expect(within(panel).getByText('Body 1')).toBeTruthy()
    expect(panel.querySelector('time')?.dateTime).toBe('2024-05-01T12:00:00.000Z')
    expect([panel.querySelector('img'), within(panel).getByText('<img src=x onerror=alert(1)>').tagName]).toEqual([
      null,
      'P',
    ])
    expect(within(panel).getByRole('link', { name: 'Show All' }).getAttribute('href')).toBe('/chats')
    await userEvent.keyboard('{Escape}')
    expect([screen.queryByRole('dialog'), document.activeElement]).toEqual([null, bell()])
    expect(marks).toEqual([])
  })

  it('marks as read what it shows where the backend keeps such marks', async () => {
    const marks = serve('post', '/admin/notification/mark-read', () => HttpResponse.json({ success: true }))
    serveNotices([notice(1, { read: false })])
    openShell('/')
    await waitFor(() => expect(bell().textContent).toBe('1'))
    await userEvent.click(bell())
    await waitFor(() => expect(bell().textContent).toBe(''))
    expect(marks).toHaveLength(1)
  })

  it('asks once for what it marks, also when the list is read again meanwhile', async () => {
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const marks = serve('post', '/admin/notification/mark-read', async () => {
      await answered
      return HttpResponse.json({ success: true })
    })
    serveNotices([notice(1, { read: false })])
    openShell('/')
    await waitFor(() => expect(bell().textContent).toBe('1'))
    await userEvent.click(bell())
    await waitFor(() => expect(marks).toHaveLength(1))
    serveNotices([notice(2, { read: false }), notice(1, { read: false })])
    await act(() => queryClient.invalidateQueries({ queryKey: ['notifications'] }))
    await waitFor(() => expect(marks).toHaveLength(2))
    answer()
    await waitFor(() => expect(bell().textContent).toBe(''))
    expect(marks.map(({ body }) => body)).toEqual([{ ids: ['n1'] }, { ids: ['n2'] }])
  })

  it('marks as read only what it shows, and keeps the mark of what is new while it is open', async () => {
    const marks = serve('post', '/admin/notification/mark-read', () => HttpResponse.json({ success: true }))
    const data = Array.from({ length: 10 }, (_, index) => notice(index, { read: false }))
    serveNotices(data)
    // A list of 400 px with items of 100 px.
    let scrolled = 0
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const at = [...(this.parentElement?.children ?? [])].indexOf(this)
      return this.tagName === 'LI' ? new DOMRect(0, at * 100 - scrolled, 0, 100) : new DOMRect(0, 0, 0, 400)
    })
    openShell('/')
    await waitFor(() => expect(bell().textContent).toBe('10'))
    await userEvent.click(bell())
    await waitFor(() => expect(bell().textContent).toBe('6'))
    expect(marks.map(({ body }) => body)).toEqual([{ ids: ['n0', 'n1', 'n2', 'n3'] }])
    const panel = screen.getByRole('dialog', { name: 'Notification' })
    expect(panel.querySelectorAll('[data-new=true]')).toHaveLength(10)

    scrolled = 600
    fireEvent.scroll(within(panel).getByRole('region'))
    await waitFor(() => expect(bell().textContent).toBe('2'))
    expect(marks[1]?.body).toEqual({ ids: ['n6', 'n7', 'n8', 'n9'] })

    // One that comes while it is open is new too. It stands first, out of sight; what was in sight stays there.
    scrolled = 700
    serveNotices([notice(99, { read: false }), ...data.map((one, at) => ({ ...one, read: at !== 4 && at !== 5 }))])
    await act(() => queryClient.invalidateQueries({ queryKey: ['notifications'] }))
    await waitFor(() => expect(panel.querySelectorAll('[data-new=true]')).toHaveLength(11))
    await waitFor(() => expect(bell().textContent).toBe('3'))
    await userEvent.click(within(panel).getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(bell().textContent).toBe(''))
    expect([marks.at(-1)?.body, within(panel).queryByRole('button')]).toEqual([{}, null])
    await userEvent.click(bell())
    await userEvent.click(bell())
    expect(screen.getByRole('dialog').querySelectorAll('[data-new=true]')).toHaveLength(0)
  })

  it('§8 only logs a failure, and says in its panel what can be done', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    serve('get', '/admin/notification/list', () => HttpResponse.json({ success: false, title: 'no' }, { status: 403 }))
    openShell('/')
    await waitFor(() => expect(log.mock.calls.flat().join()).toContain('Loading notifications: refused 403'))
    await userEvent.click(bell())
    expect(await screen.findByText('Notifications could not be loaded')).toBeTruthy()
  })
})

describe('a release without chat and users', () => {
  const { drivers } = release.remotes
  const lacking = { ...release, remotes: { drivers } } as typeof release

  it('is whole: nothing links to a screen that it lacks', async () => {
    const [chat, driver] = ['chat', 'driver'].map((kind) => ({ ...notice(kind), subject: { kind, _id: 'x' } }))
    serve('get', '/admin/notification/list', () => HttpResponse.json({ success: true, data: [chat, driver] }))
    serve('get', '/admin/dashboard/analysis', () =>
      HttpResponse.json({ success: true, data: { user_count: 7, driver_count: 8 } }),
    )
    openShell('/', { release: lacking })
    expect(await screen.findByRole('link', { name: '8' })).toBeTruthy()
    expect(screen.getByText('7').closest('a')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^Notification/ }))
    await screen.findByText('Title chat')
    expect(screen.queryByRole('link', { name: 'Show All' })).toBeNull()
    const paths = [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'))
    const isLacking = (path: string | null) => /^\/(chats|user-chat|users|driver-rides|user-rides)/.test(path ?? '')
    expect([paths.includes('/drivers'), paths.filter(isLacking)]).toEqual([true, []])
  })
})

describe('the profile menu', () => {
  it('§1 shows the signed-in person as Admin with Account and Log Out', async () => {
    openShell('/drivers')
    await userEvent.click(screen.getByRole('button', { name: 'ML Maya Lindqvist, Admin' }))
    expect(screen.getByRole('link', { name: 'Account' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('button', { name: 'Log Out' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Run a part from source' })).toBeNull()
  })

  it('asks before Log Out discards what was not saved or sent', async () => {
    const guard = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', guard)
    openShell('/drivers')
    await userEvent.click(screen.getByRole('button', { name: 'ML Maya Lindqvist, Admin' }))
    await userEvent.click(screen.getByRole('button', { name: 'Log Out' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    window.removeEventListener('beforeunload', guard)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull())
    expect(localStorage.getItem('token')).toBe('T')
  })

  it('§2 revokes with the token, clears what is stored and reloads', async () => {
    const calls = serve('post', '/user/auth/logout', () => HttpResponse.json({ success: true }))
    openShell('/')
    const reload = vi.fn()
    await act(() => logOut(reload))
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer T')
    expect(['profileURL', 'token', 'auth0_profile', 'Name', 'user'].map((key) => localStorage.getItem(key))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('gives up what is still being read: it would be refused', async () => {
    const ended: string[] = []
    serve('post', '/user/auth/logout', () => {
      ended.push('session')
      return HttpResponse.json({ success: true })
    })
    openShell('/')
    const queryFn = ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          ended.push('reading')
          reject(new Error('aborted'))
        })
      })
    void queryClient.fetchQuery({ queryKey: ['slow'], queryFn }).catch(() => undefined)
    await act(() => logOut(vi.fn()))
    expect(ended).toEqual(['reading', 'session'])
  })

  it('logs out even when the backend does not answer', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    serve('post', '/user/auth/logout', () => HttpResponse.error())
    openShell('/')
    const reload = vi.fn()
    await act(() => logOut(reload))
    expect([localStorage.getItem('token'), reload.mock.calls.length]).toEqual([null, 1])
  })
})

describe('around the screen', () => {
  it('§9 the footer says Copyright 2024', async () => {
    openShell('/')
    expect((await screen.findByRole('contentinfo')).textContent).toContain('Copyright 2024 © Interline')
  })

  it.each([
    [600, false],
    [601, true],
  ])('§9 after %i px of scrolling the button to the top is there: %s', (scrollY, there) => {
    openShell('/')
    Object.assign(window, { scrollY })
    fireEvent.scroll(window)
    expect(screen.queryByRole('button', { name: 'Scroll to top' }) !== null).toBe(there)
    Object.assign(window, { scrollY: 0 })
    fireEvent.scroll(window)
  })

  it.each(['/', '/drivers', '/users', '/chats', '/user-chat/p1', '/nowhere'])(
    '§2 %s has header, sidebar, footer and, further down, the button to the top',
    async (path) => {
      openShell(path)
      await screen.findAllByRole('heading', { level: 1 })
      expect(screen.getAllByRole('banner')).toHaveLength(1)
      expect(within(document.querySelector('aside') as HTMLElement).getByRole('link', { name: 'Users' })).toBeTruthy()
      expect((await screen.findByRole('contentinfo')).textContent).toContain('2024')
      Object.assign(window, { scrollY: 700 })
      fireEvent.scroll(window)
      expect(screen.getByRole('button', { name: 'Scroll to top' })).toBeTruthy()
      Object.assign(window, { scrollY: 0 })
      fireEvent.scroll(window)
    },
  )

  it('says when live updates stopped for longer than a hiccup', async () => {
    openShell('/')
    act(() => useConnection.setState({ state: 'lost' }))
    expect(screen.queryByText(/Live updates are paused/)).toBeNull()
    expect(await screen.findByText(/Live updates are paused/)).toBeTruthy()
  })

  it('changes the colour scheme', async () => {
    openShell('/')
    await userEvent.click(screen.getByRole('button', { name: 'Preferences' }))
    await userEvent.click(await screen.findByText('Dark'))
    expect([usePreferences.getState().colourScheme, document.documentElement.dataset.scheme]).toEqual(['dark', 'dark'])
  })
})
