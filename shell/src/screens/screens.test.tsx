import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { RemoteScreen } from '@interline/federation/runtime'
import { queryClient } from '@interline/shared/api'
import { useLocation, useNavigate, useSearchParams } from '@interline/shared/router'
import { session } from '@interline/shared/session'
import { PageTitle } from '@interline/shared/ui'
import { interceptCalls, openShell, remotesThat, running } from '../test-kit.tsx'

interceptCalls()
beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined))

const [asked, heard, mounted] = [vi.fn(), vi.fn(), vi.fn()]
beforeEach(() => [asked, heard, mounted].forEach((one) => one.mockReset()))

function Drivers() {
  const { pathname, search } = useLocation()
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState(false)
  const { data = 'nothing' } = useQuery({ queryKey: ['drivers', 'test'], queryFn: async () => asked() as string })
  useEffect(() => {
    mounted()
    const hear = () => heard()
    window.addEventListener('heard', hear)
    return () => window.removeEventListener('heard', hear)
  }, [])
  return (
    <>
      <PageTitle title="Drivers" />
      <input aria-label="Search" />
      <button onClick={() => setOpen(true)}>Filters</button>
      <button onClick={() => setParams({ page: '2' })}>Next page</button>
      <p>{`At ${pathname}${search}, page ${params.get('page') ?? '1'}, ${open ? 'open' : 'closed'}, ${data}`}</p>
    </>
  )
}

const drivers: RemoteScreen[] = [{ path: '/drivers', Component: Drivers }]
const open = (path = '/drivers', differ: Parameters<typeof remotesThat>[0] = {}) =>
  openShell(path, {
    remotes: remotesThat({
      load: async (name) => (name === 'drivers' ? running(name, drivers) : running(name)),
      ...differ,
    }),
  })
const to = (entry: string) => userEvent.click(screen.getByRole('link', { name: entry }))
const text = () => screen.getByText(/^At \//).textContent
const stands = (path: string) => screen.findByText(`Screen at ${path}`)

it('shows a screen that was left whole, at its address, with the focus where it was', async () => {
  asked.mockReturnValue('200 drivers')
  const { at } = open()
  await screen.findByText(/200 drivers/)
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), 'Jan')
  await to('Users')
  await stands('/users')
  expect(at()).toBe('/users')
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(document.querySelectorAll('main h1')).toHaveLength(1)
  expect(document.querySelector('[aria-label="Search"]')).toBeNull()
  await to('Drivers')
  expect(at()).toBe('/drivers?page=2')
  expect(text()).toBe('At /drivers?page=2, page 2, open, 200 drivers')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }).value).toBe('Jan')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Search'))
  expect(document.title).toBe('Drivers · Interline')
})

it('is not brought back to a screen that navigates after it was left', async () => {
  let move = (): unknown => undefined
  const Late = () => {
    const navigate = useNavigate()
    useEffect(() => {
      move = () => [navigate('?late=1', { replace: true }), navigate('/drivers?later=1'), navigate(-1)]
    })
    return <PageTitle title="Drivers" />
  }
  const load = async (name: string) =>
    name === 'drivers' ? running(name, [{ path: '/drivers', Component: Late }]) : running(name)
  const { router, at } = open('/drivers', { load })
  await screen.findByRole('heading', { name: 'Drivers' })
  await to('Users')
  await stands('/users')
  const moves = vi.fn()
  const stop = router.subscribe(moves)
  act(() => void move())
  stop()
  expect([at(), moves.mock.calls.length]).toEqual(['/users', 0])
  await to('Drivers')
  act(() => void move())
  await waitFor(() => expect(at()).toMatch(/^\/drivers\?late/))
})

it('follows the address: Back and Forward, a link elsewhere, and its own entry, which leads to its beginning', async () => {
  asked.mockReturnValue('200 drivers')
  const { router, at } = open()
  await screen.findByText(/200 drivers/)
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await to('Users')
  await act(() => router.navigate(-1))
  expect([at(), text()]).toEqual(['/drivers?page=2', expect.stringContaining('page 2')])
  await act(() => router.navigate(-1))
  expect([at(), text()]).toEqual(['/drivers', expect.stringContaining('page 1')])
  await act(() => router.navigate(2))
  await stands('/users')
  await act(() => router.navigate('/drivers?page=3'))
  expect(text()).toContain('page 3')
  await to('Drivers')
  expect([at(), text()]).toEqual(['/drivers', expect.stringContaining('page 1')])
})

it('asks for nothing and hears nothing while it is hidden, and renews what is stale when it is shown', async () => {
  asked.mockReturnValueOnce('200 drivers').mockReturnValueOnce('201 drivers')
  open()
  await screen.findByText(/200 drivers/)
  await to('Users')
  await stands('/users')
  document.title = 'Elsewhere'
  await act(() => queryClient.invalidateQueries({ queryKey: ['drivers'] }))
  window.dispatchEvent(new Event('heard'))
  expect([asked.mock.calls.length, heard.mock.calls.length, document.title]).toEqual([1, 0, 'Elsewhere'])
  await to('Drivers')
  expect(await screen.findByText(/201 drivers/)).toBeTruthy()
  window.dispatchEvent(new Event('heard'))
  expect([asked.mock.calls.length, heard.mock.calls.length]).toEqual([2, 1])
})

it.each([
  ['Log Out leaves no screen', 'signed-out', 'a1'],
  ['a session that expired leaves the screen on the page alone', 'expired', 'a1'],
  ['somebody else gets none', 'expired', 'b2'],
] as const)('%s', async (_, because, next) => {
  asked.mockReturnValue('200 drivers')
  open()
  await screen.findByText(/200 drivers/)
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await to('Users')
  await stands('/users')
  const user = session.getState().user
  act(() => session.getState().signOut(because))
  await screen.findByRole('button', { name: 'Sign In' })
  act(() => session.getState().signIn({ token: 'next', user: { ...user, _id: next, role: 'admin' } as never }))
  await to('Drivers')
  expect(await screen.findByText(/closed, 200 drivers/)).toBeTruthy()
})

it('scrolls to where a screen was left, and a new one to its top', async () => {
  asked.mockReturnValue('200 drivers')
  const { router } = open()
  await screen.findByText(/200 drivers/)
  vi.stubGlobal('scrollY', 432)
  await to('Users')
  await stands('/users')
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0)
  vi.stubGlobal('scrollY', 77)
  await to('Drivers')
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 432)
  await to('Users')
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 77)
  await act(() => router.navigate('/drivers?page=7'))
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0)
  vi.unstubAllGlobals()
})

it('a screen that throws while it is being hidden is drawn anew on its next visit', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isLeft = false
  const Component = () => {
    const [count, setCount] = useState(0)
    useEffect(
      () => () => {
        if (isLeft) throw new Error('a map that is gone')
      },
      [],
    )
    return <button onClick={() => setCount(count + 1)}>{`Count ${count}`}</button>
  }
  const load = async (name: string) => running(name, name === 'drivers' ? [{ path: '/drivers', Component }] : undefined)
  const reportUncaught = vi.fn()
  openShell('/drivers', { remotes: remotesThat({ load }), reportUncaught })
  await userEvent.click(await screen.findByRole('button', { name: 'Count 0' }))
  isLeft = true
  await to('Users')
  await stands('/users')
  await waitFor(() => expect(reportUncaught).toHaveBeenCalledWith(expect.any(Error), '/drivers'))
  isLeft = false
  await to('Drivers')
  expect(await screen.findByRole('button', { name: 'Count 0' })).toBeTruthy()
})

function takeClock() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}
const askAhead = vi.fn()
const page = window as Window & { interlineAsk?: (address: URL) => void }
async function hover(entry: string) {
  page.interlineAsk = ({ pathname, search }) => askAhead(pathname + search)
  onTestFinished(() => void delete page.interlineAsk)
  askAhead.mockReset()
  takeClock()
  await userEvent.hover(screen.getByRole('link', { name: entry }))
  await act(() => vi.advanceTimersByTimeAsync(200))
}

it('fetches code and first data of a screen whose link has the pointer, and runs nothing of it', async () => {
  const load = vi.fn(async (name: string) => running(name))
  const { remotes } = open('/', { load })
  await hover('Drivers')
  expect(remotes.prefetch).toHaveBeenCalledWith('drivers')
  expect(askAhead.mock.calls).toEqual([['/drivers']])
  expect(load).not.toHaveBeenCalled()
})

it('asks for no first data of a screen that is kept', async () => {
  asked.mockReturnValue('200 drivers')
  open()
  await screen.findByText(/200 drivers/)
  await to('Users')
  await stands('/users')
  await hover('Drivers')
  await hover('Users')
  expect(askAhead).not.toHaveBeenCalled()
})

it('asks for no data ahead for people who save data', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
  open('/')
  await hover('Drivers')
  expect(askAhead).not.toHaveBeenCalled()
})
