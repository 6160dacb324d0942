import { beforeEach, describe, expect, it } from 'vitest'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { formatDate } from '../time/index.ts'
import { isolateLists, listId, listPath, listUrl, showList, mockServer } from '../testing/list-kit.tsx'
import { makeRoundTrip } from '../testing/mock-server.ts'
import { ListPage } from '../list-tools/index.ts'
import type { Column } from '../list/index.ts'

type Person = { _id?: string; full_name: string; createdAt: string; city?: string }

const columns: readonly Column<Person>[] = [
  { key: 'name', title: 'Name', render: (row) => row.full_name, sortKey: 'full_name', phone: 'heading' },
  { key: 'joined', title: 'Joined On', render: (row) => formatDate(row.createdAt, 'UTC'), sortKey: 'createdAt' },
]
const filters = [
  {
    key: 'city',
    label: 'City',
    options: [{ value: 'Bern', label: 'Bern' }],
    matches: (row: Person, value: string) => row.city === value,
  },
]
const searchText = (row: Person) => row.full_name

const people: Person[] = Array.from({ length: 45 }, (_, at) => ({
  _id: `p${at}`,
  full_name: `Person ${at + 1}`,
  createdAt: new Date(Date.UTC(2024, 4, 1 + Math.floor(at / 10), 12)).toISOString(),
  city: at % 2 === 0 ? 'Bern' : 'Basel',
}))

let requestedUrls: URL[] = []

const serve = (answer: (url: URL) => Response | Promise<Response>) =>
  mockServer.use(
    http.get(listUrl(), ({ request }) => {
      const url = new URL(request.url)
      requestedUrls.push(url)
      return answer(url)
    }),
  )
const bare = () => serve(() => HttpResponse.json({ success: true, data: people }))
const paging = (rows = people) =>
  serve((url) => {
    const [page, size, q] = [
      Number(url.searchParams.get('page')),
      Number(url.searchParams.get('page_size')),
      url.searchParams.get('q') ?? '',
    ]
    const found = rows.filter((row) => row.full_name.includes(q))
    const data = found.slice((page - 1) * size, page * size)
    return HttpResponse.json({ success: true, data, meta: { total: found.length, page, page_size: size } })
  })

function open(address = '/people', defaultSort = '') {
  const page = { title: 'People', parent: { title: 'Dashboard', to: '/' } }
  const element = (
    <ListPage
      {...{ columns, filters, searchText, page, defaultSort }}
      id={listId()}
      resource="users"
      path={listPath()}
      title="People List"
      subtitle="List of people"
    />
  )
  const router = showList(element, address)
  return { router, search: () => new URLSearchParams(router.state.location.search) }
}

const names = () =>
  Array.from(document.querySelectorAll('.il-table tbody tr[data-row-key] td:first-child'), (cell) => cell.textContent)
const firstName = (name: string) => waitFor(() => expect(names()[0]).toBe(name))

isolateLists(20)
beforeEach(() => void (requestedUrls = []))

describe('a table whose backend pages', () => {
  it('§2 shows title bar, card and the rows of the page that the URL names', async () => {
    paging()
    open('/people?page=2&size=10')
    await firstName('Person 11')
    expect(screen.getByRole('heading', { level: 1, name: 'People' })).toBeTruthy()
    expect(
      within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
        .getByRole('link', { name: 'Home' })
        .getAttribute('href'),
    ).toBe('/')
    expect(screen.getByText('List of people')).toBeTruthy()
    expect(screen.getByText('11–20 of 45')).toBeTruthy()
  })

  it('asks the server for page, order, search, day and filters, with the time zone of the day', async () => {
    paging()
    open('/people?page=1&sort=-createdAt&q=Person&date=2024-05-02&city=Bern')
    await screen.findByRole('table')
    expect(Object.fromEntries(requestedUrls[0]?.searchParams ?? [])).toEqual({
      page: '1',
      page_size: '20',
      sort: '-createdAt',
      q: 'Person',
      date: '2024-05-02',
      tz: 'UTC',
      city: 'Bern',
    })
  })

  it.each([
    ['that pages', paging, '?id=p7', 'p7'],
    ['that knows no paging', bare, '?id=p7', undefined],
  ])(
    'shows one record that the address names, of a backend %s, and leads back to all',
    async (_what, serves, query, asked) => {
      serves()
      const { search } = open(`/people${query}`)
      await screen.findByRole('table')
      expect(requestedUrls[0]?.searchParams.get('id')).toBe('p7')
      if (asked === undefined) await waitFor(() => expect(names()).toEqual(['Person 8']))
      await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Record' }))
      await firstName('Person 1')
      expect(search().get('id')).toBeNull()
      expect(screen.queryByRole('list', { name: 'Filters that are set' })).toBeNull()
    },
  )

  it('asks for text only: a needle of an address may hold what no text holds', async () => {
    paging()
    open(`/people?q=${encodeURIComponent(`Person\0${'x'.repeat(192)}🚗`)}`)
    await waitFor(() => expect(requestedUrls).toHaveLength(1))
    expect(requestedUrls[0]?.searchParams.get('q')).toBe(`Person ${'x'.repeat(192)}`)
  })

  it('keeps pages in the history, so that Back works', async () => {
    paging()
    const { router, search } = open()
    await firstName('Person 1')
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }))
    await firstName('Person 41')
    expect(search().get('page')).toBe('3')
    await act(() => router.navigate(-1))
    await firstName('Person 1')
  })

  it('ignores what the URL says wrongly, and dates in the future', async () => {
    paging()
    open('/people?page=-4&size=7&sort=password&date=2999-01-01&city=Atlantis')
    await firstName('Person 1')
    expect(Object.fromEntries(requestedUrls[0]?.searchParams ?? [])).toEqual({ page: '1', page_size: '20' })
  })

  it.each([
    ['nope', '-createdAt'],
    ['--full_name', '-createdAt'],
    ['full_name', 'full_name'],
    ['', undefined],
  ])('asks once, in the usual order, when the address names one that is no column: %s', async (named, sort) => {
    paging()
    open(`/people?sort=${named}&page=99999999`, '-createdAt')
    await firstName('Person 41')
    expect(requestedUrls[0]?.searchParams.get('sort') ?? undefined).toBe(sort)
    expect(requestedUrls[0]?.searchParams.get('page')).toBe('500')
  })

  it('puts the focus into the search box when its text is cleared', async () => {
    paging()
    open('/people?q=Person')
    await userEvent.click(await screen.findByRole('button', { name: 'Clear search' }))
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  it('resets columns and density of the address with one click', async () => {
    paging()
    const { search } = open('/people?cols=joined,name&density=compact')
    await screen.findByRole('table')
    await userEvent.click(screen.getByRole('button', { name: /^Layout of the table/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Reset the layout' }))
    await waitFor(() => expect(search().toString()).toBe(''))
  })

  it('goes to the last page when the URL names one beyond it', async () => {
    paging()
    const { search } = open('/people?page=99')
    await firstName('Person 41')
    expect(search().get('page')).toBe('3')
  })

  it('never shows the answer of an older search over that of a newer one', async () => {
    let answerSlow: () => void = () => undefined
    const isTime = new Promise<void>((resolve) => (answerSlow = resolve))
    serve(async (url) => {
      const q = url.searchParams.get('q') ?? ''
      if (q === 'slow') await isTime
      return HttpResponse.json({
        success: true,
        data: [{ _id: q, full_name: `for ${q}`, createdAt: '' }],
        meta: { total: 1, page: 1, page_size: 20 },
      })
    })
    const { router } = open()
    await firstName('for ')
    await act(() => router.navigate('/people?q=slow'))
    await act(() => router.navigate('/people?q=fast'))
    await firstName('for fast')
    answerSlow()
    await makeRoundTrip(mockServer)
    expect(names()).toEqual(['for fast'])
  })

  it('replaces the history entry while typing, and clears with Escape', async () => {
    paging()
    const { router, search } = open('/people?page=2')
    await firstName('Person 21')
    const entries = router.state.historyAction
    const box = screen.getByRole('searchbox', { name: 'Search People List' })
    await userEvent.type(box, 'Person 7')
    await firstName('Person 7')
    expect(search().toString()).toBe('q=Person+7')
    expect([entries, router.state.historyAction]).toEqual(['POP', 'REPLACE'])
    await userEvent.type(box, '{Escape}')
    await firstName('Person 1')
  })
})

it('forgets no filter that was set while typing had not settled', async () => {
  paging()
  const { search } = open('/people?q=Person')
  await firstName('Person 1')
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Search People List' }))
  const day = screen.getByRole('textbox', { name: 'Filter by Date' })
  await userEvent.type(day, '05/02/2024{Enter}')
  await waitFor(() => expect(search().toString()).toBe('date=2024-05-02'))
})

describe('a table whose backend sends everything', () => {
  it('§7 pages in memory and fetches the list once', async () => {
    bare()
    open()
    await firstName('Person 1')
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await firstName('Person 21')
    await userEvent.click(screen.getByRole('columnheader', { name: 'Name' }))
    await firstName('Person 1')
    await userEvent.click(screen.getByRole('columnheader', { name: 'Name' }))
    await firstName('Person 45')
    expect(requestedUrls).toHaveLength(1)
  })

  it('§2 keeps the rows created on the chosen day', async () => {
    bare()
    open('/people?date=2024-05-02')
    await firstName('Person 11')
    await waitFor(() => expect(names()).toHaveLength(10))
  })

  it('searches and filters, and offers to clear both when nothing matches', async () => {
    bare()
    open('/people?q=person%2011&city=Bern')
    await firstName('Person 11')
    cleanup()
    const { search } = open('/people?q=nobody&city=Bern')
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await firstName('Person 1')
    expect(search().toString()).toBe('')
  })

  it('shows rows that share an _id or have none', async () => {
    serve(() =>
      HttpResponse.json({
        data: [{ _id: 'x', full_name: 'A' }, { _id: 'x', full_name: 'B' }, { full_name: 'C' }, null],
      }),
    )
    open()
    await waitFor(() => expect(names()).toEqual(['A', 'B', 'C']))
  })
})

describe('a table without rows', () => {
  it('§2 shows a spinner while the list loads', async () => {
    let answer: () => void = () => undefined
    const isTime = new Promise<void>((resolve) => (answer = resolve))
    serve(async () => {
      await isTime
      return HttpResponse.json({ data: people })
    })
    open()
    expect(await screen.findByRole('status', { name: 'Loading People List' })).toBeTruthy()
    answer()
    await firstName('Person 1')
  })

  it('says that there is nothing yet', async () => {
    paging([])
    open()
    expect(await screen.findByText('Nothing here yet')).toBeTruthy()
  })

  it.each([
    ['refuses', () => HttpResponse.json({ title: 'no', request_id: 'req-7' }, { status: 403 }), 'req-7'],
    ['answers HTML', () => HttpResponse.html('<p>hi'), 'The server gave an answer this page cannot read.'],
  ])('§8 logs it, says what failed and offers Retry when the backend %s', async (_, answer, text) => {
    serve(answer)
    open()
    expect(await screen.findByText(text)).toBeTruthy()
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining(`Loading ${listPath()}`))
    paging()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await firstName('Person 1')
  })

  it('says so where the browser knows that it is offline, and asks again by itself when it is back', async () => {
    serve(() => HttpResponse.error())
    open()
    fireEvent.offline(window)
    expect(await screen.findByText('People List could not be loaded', {}, { timeout: 6000 })).toBeTruthy()
    paging()
    fireEvent.online(window)
    await firstName('Person 1')
  }, 15_000)

  it('keeps the rows when reloading them fails, and says so', async () => {
    paging()
    open()
    await firstName('Person 1')
    serve(() => HttpResponse.json({}, { status: 403 }))
    await userEvent.click(screen.getByRole('button', { name: 'Refresh People List' }))
    const text = await screen.findByText('These entries could not be brought up to date.')
    const told = text.parentElement ?? text
    expect(names()[0]).toBe('Person 1')
    paging()
    await userEvent.click(within(told).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(told.isConnected).toBe(false))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'People List' }))
  })
})
