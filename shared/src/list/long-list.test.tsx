import { beforeEach, describe, expect, it, vi } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { listWindow } from '../contract/index.ts'
import { notifyRows } from '../realtime/row-changes.ts'
import { isolateLists, listId, listPath, listUrl, showList, mockServer } from '../testing/list-kit.tsx'
import { ListPage } from '../list-tools/index.ts'
import type { Column } from '../list/index.ts'

vi.mock('../realtime/backoff.ts', async (original) => {
  const { withBackoff } = await original<typeof import('../realtime/backoff.ts')>()
  return { withBackoff: (check: () => Promise<boolean>) => withBackoff(check, { soon: 5, gap: 20 }) }
})

type Person = { _id: string; full_name: string }
const columns: readonly Column<Person>[] = [
  { key: 'name', title: 'Name', render: (row) => row.full_name, sortKey: 'full_name', phone: 'heading' },
]
const person = (at: number): Person => ({ _id: `p${at}`, full_name: `Person ${at}` })

let queries: URLSearchParams[] = []

type Backend = {
  total?: number
  knowsPage?: boolean
  renamed?: string
}

/** People 1, 2, 3 …, by page within the window, from the end, and by cursors that hold the number of the first one. */
function serve(backend: Backend = {}) {
  const { total = 430_000, knowsPage = false, renamed = '' } = backend
  mockServer.use(
    http.get(listUrl(), ({ request }) => {
      const { searchParams } = new URL(request.url)
      queries.push(searchParams)
      const rowOf = (at: number) => (`p${at}` === renamed ? { ...person(at), full_name: 'Renamed' } : person(at))
      const ids = searchParams.get('ids')
      const size = Number(searchParams.get('page_size'))
      if (ids !== null) {
        const data = ids.split(',').map((id) => rowOf(Number(id.slice(1))))
        return HttpResponse.json({ success: true, data, meta: { total: data.length, page: 1, page_size: size } })
      }
      const cursor = searchParams.get('cursor')
      const page = searchParams.get('page')
      const isNumber = cursor === null && page !== 'last'
      const refused = isNumber && Number(page) * size > listWindow
      const first =
        cursor !== null ? Number(cursor) : page === 'last' ? total - size + 1 : (Number(page) - 1) * size + 1
      if (refused || Number.isNaN(first)) return HttpResponse.json({ title: 'no such page' }, { status: 400 })
      const data = Array.from({ length: Math.max(0, Math.min(size, total - first + 1)) }, (_, at) => rowOf(first + at))
      const meta = {
        total: Math.min(total, listWindow + 1),
        page: isNumber || knowsPage ? Math.ceil(first / size) : null,
        page_size: size,
        ...(first + size <= total && { next: String(first + size) }),
        ...(first > 1 && { previous: String(Math.max(1, first - size)) }),
      }
      return HttpResponse.json({ success: true, data, meta })
    }),
  )
}

const searchText = (row: Person) => row.full_name
function open(address: string) {
  const router = showList(
    <ListPage
      {...{ columns, searchText }}
      page={{ title: 'People' }}
      id={listId()}
      resource="users"
      path={listPath()}
      title="People List"
      subtitle="List of people"
      defaultSort="-createdAt"
    />,
    address,
  )
  return () => router.state.location.search
}

const firstIs = (name: string) =>
  waitFor(() => expect(document.querySelector('.il-table tbody td')?.textContent).toBe(name))
const pages = () => within(screen.getByRole('navigation', { name: 'Pages of People List' }))
const button = (name: string) => pages().getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => userEvent.click(button(name))
const range = () => document.querySelector('.il-pagination [aria-live="polite"]')?.textContent
const current = () => document.querySelector('.il-pagination [aria-current="page"]')?.textContent

isolateLists(50)
beforeEach(() => void (queries = []))

it('says why it is not read where it finds too much, and asks once', async () => {
  mockServer.use(
    http.get(listUrl(), ({ request }) => {
      queries.push(new URL(request.url).searchParams)
      const problem = { title: 'This finds too much to be shown in time', detail: 'Set a filter.', code: 'too-broad' }
      return HttpResponse.json(problem, { status: 422 })
    }),
  )
  open('/people?q=a')
  expect((await screen.findByRole('alert')).textContent).toContain('This finds too much to be shown in time')
  expect(queries).toHaveLength(1)
})

describe('a list that is longer than the window', () => {
  it('says that it is longer, and offers first, near, next and last pages', async () => {
    serve()
    open('/people?page=10')
    await firstIs('Person 451')
    expect(screen.getByText('More than 10,000 entries')).toBeTruthy()
    expect([range(), current()]).toEqual(['451–500 of more than 10,000', '10'])
    expect(
      pages()
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['First page', 'Previous page', ...[9, 10, 11].map((page) => `Page ${page}`), 'Next page', 'Last page'])
    await press('First page')
    await firstIs('Person 1')
    expect([button('First page').disabled, button('Previous page').disabled]).toEqual([true, true])
  })

  it('goes by number up to the window’s last page, and by cursor from there on and back', async () => {
    serve()
    const search = open('/people?page=199')
    await firstIs('Person 9901')
    await press('Next page')
    await firstIs('Person 9951')
    expect([search(), current()]).toEqual(['?page=200', '200'])
    await press('Next page')
    await firstIs('Person 10001')
    expect([search(), current(), range()]).toEqual(['?cursor=10001', undefined, '50 rows of more than 10,000'])
    await press('Next page')
    await firstIs('Person 10051')
    await press('Previous page')
    await press('Previous page')
    await firstIs('Person 9951')
    expect(queries.some((query) => query.has('page') && query.has('cursor'))).toBe(false)
  })

  it('says which rows these are where the server knows the page of a cursor', async () => {
    serve({ knowsPage: true })
    const search = open('/people?cursor=10001')
    await firstIs('Person 10001')
    expect(range()).toBe('10,001–10,050 of more than 10,000')
    await press('Previous page')
    await firstIs('Person 9951')
    expect(search()).toBe('?page=200')
  })

  it('has a last page, from which one comes back by cursor', async () => {
    serve()
    const search = open('/people')
    await firstIs('Person 1')
    await press('Last page')
    await firstIs('Person 429951')
    expect([search(), range()]).toEqual(['?page=last', 'The last rows of more than 10,000'])
    expect([button('Next page').disabled, button('Last page').disabled]).toEqual([true, true])
    await press('Previous page')
    await firstIs('Person 429901')
    expect(search()).toBe('?cursor=429901')
  })

  it.each([
    ['search', '?q=9', () => userEvent.type(screen.getByRole('searchbox'), '9{Enter}')],
    ['order', '?sort=full_name', () => userEvent.click(screen.getByRole('button', { name: 'Name' }))],
    ['size', '?size=20', () => userEvent.selectOptions(screen.getByLabelText('Rows per page'), '20 / page')],
  ])('begins at page 1 after a change of %s', async (_, address, change) => {
    serve()
    const search = open('/people?cursor=20001')
    await firstIs('Person 20001')
    await change()
    await firstIs('Person 1')
    expect(search()).toBe(address)
  })

  it('shows the window’s last page for a number beyond it', async () => {
    serve()
    const search = open('/people?page=7000')
    await firstIs('Person 9951')
    expect(search()).toBe('?page=200')
    expect(queries.map((query) => query.get('page'))).toEqual(['200'])
  })

  it('shows page 1 for a cursor that the server refuses', async () => {
    serve()
    const search = open('/people?cursor=of-another-time')
    await firstIs('Person 1')
    expect(search()).toBe('')
    expect(queries).toHaveLength(2)
  })
})

describe('changes by others, on a page of a cursor', () => {
  it('is looked for in that page, and a record that came elsewhere moves nothing', async () => {
    serve()
    open('/people?cursor=10001')
    await firstIs('Person 10001')
    queries = []
    serve({ renamed: 'p10001' })
    act(() => notifyRows('users', { ids: ['p10001'], kind: 'changed' }))
    await firstIs('Renamed')
    act(() => notifyRows('users', { ids: ['p0'], kind: 'created' }))
    await waitFor(() => expect(queries).toHaveLength(2))
    expect(queries.map((query) => [query.get('ids'), query.get('cursor')])).toEqual([
      ['p10001', null],
      [null, '10001'],
    ])
    // One look begins when the one before has ended.
    act(() => notifyRows('users', { ids: ['p10001'], kind: 'changed' }))
    await waitFor(() => expect(queries).toHaveLength(3))
    expect(document.querySelector('.il-changes button')).toBeNull()
  })
})

describe('a list as long as the window or shorter', () => {
  it('has a number for every page, and an exact total', async () => {
    serve({ total: 10_000 })
    const search = open('/people?page=last')
    await firstIs('Person 9951')
    expect([screen.getByText('10,000 entries').className, range(), current()]).toEqual([
      'il-count',
      '9,951–10,000 of 10,000',
      '200',
    ])
    expect(pages().queryByRole('button', { name: 'Last page' })).toBeNull()
    await press('Previous page')
    await firstIs('Person 9901')
    expect(search()).toBe('?page=199')
  })
})

describe('a backend that sends everything', () => {
  it.each([
    ['page=600', 'Person 11981', '11,981–12,000 of 12,010'],
    ['page=last', 'Person 12001', '12,001–12,010 of 12,010'],
  ])('§7 is paged in memory, any page: %s', async (address, first, rows) => {
    const people = Array.from({ length: 12_010 }, (_, at) => person(at + 1))
    mockServer.use(http.get(listUrl(), () => HttpResponse.json({ success: true, data: people })))
    open(`/people?size=20&${address}`)
    await firstIs(first)
    expect(range()).toBe(rows)
    expect(screen.getByText('12,010 entries')).toBeTruthy()
  })
})
