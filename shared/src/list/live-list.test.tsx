import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClientProvider } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { queryClient, refreshNoun, usePreferences } from '../index.ts'
import { tellAllRows, tellRows } from '../live/row-changes.ts'
import type { RowChange } from '../live/row-changes.ts'
import { createMemoryRouter, RouterProvider } from '../router.ts'
import { InterlineProvider } from '../ui/index.ts'
import { ListPage } from './index.ts'
import type { Column } from './index.ts'

vi.mock('./pace.ts', async (original) => {
  const { inPace } = await original<typeof import('./pace.ts')>()
  return { inPace: (check: () => Promise<boolean>) => inPace(check, { soon: 5, gap: 20 }) }
})

type Person = { _id?: string; full_name: string; createdAt: string; city: string }

let drawn: string[] = []
const columns: readonly Column<Person>[] = [
  { key: 'name', title: 'Name', sortKey: 'full_name', phone: 'heading', render: (row) => { drawn.push(row.full_name); return <input aria-label={row.full_name} defaultValue={row.full_name} key={row.full_name} /> } },
  { key: 'joined', title: 'Joined On', render: (row) => row.city, sortKey: 'createdAt' },
]
const filters = [{ key: 'city', label: 'City', options: [{ value: 'Bern', label: 'Bern' }], matches: (row: Person, value: string) => row.city === value }]
const searchText = (row: Person) => row.full_name

const person = (at: number, more: Partial<Person> = {}): Person => ({ _id: `p${at}`, full_name: `Person ${at}`, createdAt: new Date(Date.UTC(2024, 0, at)).toISOString(), city: 'Bern', ...more })

let rows: Person[] = []
let asked: string[] = []
let path = ''
let test = 0
const server = setupServer()

type Ability = 'pages' | 'pages, knows no ids' | 'sends everything'

/** The list of the people above, newest first unless asked by name. */
function serve(ability: Ability = 'pages') {
  server.use(http.get(`${window.location.origin}/api/v1${path}`, ({ request }) => {
    const { search, searchParams } = new URL(request.url)
    asked.push(search)
    if (ability === 'sends everything') return HttpResponse.json({ success: true, data: rows })
    const [page, size, sort] = [Number(searchParams.get('page')), Number(searchParams.get('page_size')), searchParams.get('sort')]
    const ids = ability === 'pages' ? searchParams.get('ids')?.split(',') : undefined
    const kept = rows.filter((row) => (ids ? ids.includes(row._id ?? '') : searchParams.get('city') === null || row.city === searchParams.get('city')))
    const sorted = kept.toSorted((a, b) => (sort === 'full_name' ? a.full_name.localeCompare(b.full_name) : b.createdAt.localeCompare(a.createdAt)))
    return HttpResponse.json({ success: true, data: sorted.slice((page - 1) * size, page * size), meta: { total: kept.length, page, page_size: size } })
  }))
}

function start(address = '/people') {
  const page = { title: 'People', parent: { title: 'Dashboard', to: '/' } }
  const newsText = (count: number) => `${count} new people`
  const element = <ListPage {...{ path, columns, filters, searchText, page, newsText }} noun="users" title="People List" subtitle="List of people" defaultSort="-createdAt" />
  const router = createMemoryRouter([{ path: '/people', element }, { path: '/', element: <p>home</p> }], { initialEntries: [address] })
  render(
    <InterlineProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </InterlineProvider>,
  )
  return router
}

async function open(address = '/people', first = 'Person 30') {
  const router = start(address)
  await waitFor(() => expect(keys()[0]).toBe(rows.find(({ full_name }) => full_name === first)?._id))
  await waitFor(() => expect(keys().length).toBeGreaterThanOrEqual(10))
  asked = []
  drawn = []
  return router
}

const keys = () => Array.from(document.querySelectorAll<HTMLElement>('.il-table tbody tr'), (line) => line.dataset['rowKey'])
const line = (id: string) => document.querySelector<HTMLElement>(`tr[data-row-key="${id}"]`)
const tell = (change: RowChange) => act(() => tellRows('users', change))
const change = (at: number, more: Partial<Person>) => (rows = rows.map((row) => (row._id === `p${at}` ? { ...row, ...more } : row)))
const pill = (text: string) =>
  waitFor(() => {
    const button = document.querySelector('.il-news button')
    if (button?.textContent !== text) throw new Error(`the pill says ${button?.textContent}`)
    return button
  })
const noPill = () => expect(document.querySelector('.il-news button')).toBeNull()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())
beforeEach(() => {
  rows = Array.from({ length: 30 }, (_, at) => person(at + 1))
  path = `/admin/live-people-${(test += 1)}`
  queryClient.clear()
  usePreferences.setState({ tableSize: 10, timeZone: 'UTC' })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  vi.restoreAllMocks()
})

describe('a row that somebody changed', () => {
  it('is asked for by its id, shown in its place, and drawn again alone', async () => {
    serve()
    await open()
    const before = [keys(), line('p29')] as const
    change(28, { full_name: 'Renamed' })
    tell({ ids: ['p28'], kind: 'changed' })
    await screen.findByLabelText('Renamed')
    expect(asked).toEqual(['?ids=p28&page=1&page_size=1'])
    expect([keys(), line('p29')]).toEqual(before)
    expect([...new Set(drawn)]).toEqual(['Renamed'])
    expect(line('p28')?.dataset['changed']).toBe('once')
    noPill()
  })

  it('asks for nothing when it is on another page and cannot get here', async () => {
    serve()
    await open()
    tell({ ids: ['p3'], kind: 'changed' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(asked).toEqual([])
  })

  it('stays where it is, brought up to date, when it no longer belongs there', async () => {
    serve()
    await open('/people?city=Bern')
    const before = keys()
    change(29, { city: 'Basel', full_name: 'Moved Away' })
    tell({ ids: ['p29'], kind: 'changed' })
    await userEvent.click(await pill('This page has changed · Update'))
    expect(asked.at(-1)).toBe('?ids=p29&page=1&page_size=1')
    expect([before[1], keys()[1]]).toEqual(['p29', 'p28'])
    expect(screen.queryByLabelText('Moved Away')).toBeNull()
  })

  it('is found where the order may have changed, too: by the page, and what left it by id', async () => {
    serve()
    await open('/people?sort=full_name', 'Person 1')
    const before = keys()
    change(1, { full_name: 'Zoe' })
    tell({ ids: ['p1'], kind: 'changed' })
    await screen.findByLabelText('Zoe')
    expect(keys()).toEqual(before)
    await userEvent.click(await pill('This page has changed · Update'))
    expect(keys()).not.toContain('p1')
  })

  it('is found where the backend knows no ids', async () => {
    serve('pages, knows no ids')
    await open()
    change(25, { full_name: 'Renamed' })
    tell({ ids: ['p25'], kind: 'changed' })
    await screen.findByLabelText('Renamed')
    expect(asked).toHaveLength(2)
    noPill()
  })

  it.each([['what an older backend says', { ids: ['p28'], kind: null }], ['a noun alone', { ids: null, kind: null }]] as const)('is found with %s', async (_, said) => {
    serve()
    await open()
    change(28, { full_name: 'Renamed' })
    tell(said)
    await screen.findByLabelText('Renamed')
    noPill()
  })

  it('leaves the focus and what is typed beside it alone', async () => {
    serve()
    await open()
    const typed = await screen.findByLabelText('Person 27')
    await userEvent.type(typed, ' and more')
    change(28, { full_name: 'Renamed' })
    tell({ ids: ['p28'], kind: 'changed' })
    await screen.findByLabelText('Renamed')
    expect(document.activeElement).toBe(typed)
    expect((typed as HTMLInputElement).value).toBe('Person 27 and more')
  })
})

describe('new rows', () => {
  it('wait behind a pill that says how many; pressing it shows them and leads to the list', async () => {
    serve()
    await open()
    const before = [...keys().map((key) => line(key ?? ''))]
    rows = [...rows, person(31), person(32)]
    tell({ ids: ['p31'], kind: 'created' })
    tell({ ids: ['p32'], kind: 'created' })
    const button = await pill('2 new people · Show')
    expect(keys().map((key) => line(key ?? ''))).toEqual(before)
    expect(screen.getByText('30 entries')).toBeTruthy()
    expect(document.querySelector('.il-news [role="status"]')?.textContent).toBe('2 new people')
    await userEvent.click(button)
    expect(keys().slice(0, 3)).toEqual(['p32', 'p31', 'p30'])
    expect(screen.getByText('32 entries')).toBeTruthy()
    expect([line('p32')?.dataset['changed'], line('p30')?.dataset['changed']]).toEqual(['once', undefined])
    expect(document.activeElement?.classList.contains('il-list-body')).toBe(true)
    noPill()
  })

  it('are on the first page, where pressing the pill leads from a later one', async () => {
    serve()
    const router = await open('/people?page=2', 'Person 20')
    const before = keys()
    rows = [...rows, person(31)]
    tell({ ids: ['p31'], kind: 'created' })
    const button = await pill('1 new people · Show')
    expect(keys()).toEqual(before)
    await userEvent.click(button)
    await waitFor(() => expect(keys()[0]).toBe('p31'))
    expect(router.state.location.search).toBe('')
    noPill()
  })

  it('are told of in another order only when they belong on this page', async () => {
    serve()
    await open('/people?sort=full_name', 'Person 1')
    rows = [...rows, person(31, { full_name: 'Zoe' })]
    tell({ ids: ['p31'], kind: 'created' })
    await screen.findByText('31 entries')
    noPill()
    rows = [...rows, person(32, { full_name: 'Ann' })]
    tell({ ids: ['p32'], kind: 'created' })
    await userEvent.click(await pill('1 new people · Show'))
    expect(keys()[0]).toBe('p32')
  })

  it('show at once where there were none: nothing moves', async () => {
    const all = rows
    rows = []
    serve()
    start()
    await screen.findByText('Nothing here yet')
    rows = all.slice(0, 2)
    tell({ ids: ['p1'], kind: 'created' })
    await waitFor(() => expect(keys()).toEqual(['p2', 'p1']))
    noPill()
  })

  it('of a thousand in a second cost a few requests, and one pill', async () => {
    serve()
    await open()
    for (let at = 31; at <= 1030; at += 1) {
      rows.push(person(at))
      tell({ ids: [`p${at}`], kind: 'created' })
    }
    await pill('1000 new people · Show')
    expect(asked.length).toBeLessThanOrEqual(3)
  })

  it('do not push down what the reader changed: it shows in its place', async () => {
    serve()
    await open()
    const before = keys()
    rows = [...rows, person(31)]
    change(29, { full_name: 'Mine' })
    await act(() => refreshNoun('users'))
    await screen.findByLabelText('Mine')
    expect(keys()).toEqual(before)
    await pill('1 new people · Show')
  })
})

it('takes the list as it is after a change of one’s own that moves only rows of it', async () => {
  serve()
  await open('/people?city=Bern')
  change(29, { city: 'Basel' })
  await act(() => refreshNoun('users'))
  await waitFor(() => expect(keys()[1]).toBe('p28'))
  noPill()
})

it('looks once after the connection came back, and at the press of Refresh shows all', async () => {
  serve()
  await open()
  rows = [...rows, person(31)]
  change(30, { full_name: 'Renamed' })
  act(() => tellAllRows('lost'))
  await pill('1 new people · Show')
  await screen.findByLabelText('Renamed')
  await userEvent.click(screen.getByRole('button', { name: 'Refresh People List' }))
  await waitFor(() => expect(keys()[0]).toBe('p31'))
  noPill()
})

it('tries again after a failure, and says nothing of it in the way of the rows', async () => {
  serve()
  await open()
  server.use(http.get(`${window.location.origin}/api/v1${path}`, () => HttpResponse.json({}, { status: 500 }), { once: true }))
  change(28, { full_name: 'Renamed' })
  tell({ ids: ['p28'], kind: 'changed' })
  await screen.findByLabelText('Renamed')
  expect(console.error).toHaveBeenCalledWith(expect.stringContaining(`Bringing ${path} up to date`))
  expect(screen.queryByText('These entries could not be brought up to date.')).toBeNull()
})

it('looks once after the first connection stands, for what happened before', async () => {
  serve()
  await open()
  rows = [...rows, person(31)]
  act(() => tellAllRows('first'))
  await pill('1 new people · Show')
})

describe('a backend that sends everything', () => {
  it('§7 is asked for nothing more as long as it says nothing', async () => {
    serve('sends everything')
    rows = rows.toReversed()
    await open()
    act(() => tellAllRows('first'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(asked).toEqual([])
  })

  it('has changed rows shown in their place and new ones behind the pill', async () => {
    serve('sends everything')
    rows = rows.toReversed()
    await open()
    const before = keys()
    change(28, { full_name: 'Renamed' })
    rows = [person(31), ...rows]
    tell({ ids: null, kind: null })
    await screen.findByLabelText('Renamed')
    expect(keys()).toEqual(before)
    expect([...new Set(drawn)]).toEqual(['Renamed'])
    await userEvent.click(await pill('1 new people · Show'))
    expect(keys().slice(0, 2)).toEqual(['p31', 'p30'])
  })

  it('keeps a row in its place that a filter no longer keeps', async () => {
    serve('sends everything')
    rows = rows.toReversed()
    await open('/people?city=Bern')
    const before = keys()
    change(29, { city: 'Basel', full_name: 'Moved Away' })
    tell({ ids: ['p29'], kind: 'changed' })
    await screen.findByLabelText('Moved Away')
    expect(keys()).toEqual(before)
    await userEvent.click(await pill('This page has changed · Update'))
    expect(keys()[1]).toBe('p28')
  })

  it('leaves many rows where they are while they are put in order', async () => {
    serve('sends everything')
    rows = Array.from({ length: 3000 }, (_, at) => person(3000 - at))
    await open('/people', 'Person 3000')
    const before = keys()
    change(2999, { full_name: 'Renamed' })
    rows = [person(3001), ...rows]
    tell({ ids: null, kind: null })
    await screen.findByLabelText('Renamed')
    expect(keys()).toEqual(before)
    await pill('1 new people · Show')
  })
})
