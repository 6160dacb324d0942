import { beforeEach, expect } from 'vitest'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { refreshResource } from '../api/index.ts'
import { notifyRows } from '../realtime/row-changes.ts'
import type { RowChange } from '../realtime/row-changes.ts'
import { ListPage } from '../list-tools/index.ts'
import type { Column } from '../list/index.ts'
import { isolateLists, listId, listPath, listUrl, showList, mockServer } from './list-kit.tsx'

export type Person = { _id?: string; full_name: string; createdAt: string; city: string }
type Ability = 'pages' | 'pages, knows no ids' | 'sends everything'

export const person = (at: number, more: Partial<Person> = {}): Person => ({
  _id: `p${at}`,
  full_name: `Person ${at}`,
  createdAt: new Date(Date.UTC(2024, 0, at)).toISOString(),
  city: 'Bern',
  ...more,
})

let drawn: string[] = []
const columns: readonly Column<Person>[] = [
  {
    key: 'name',
    title: 'Name',
    sortKey: 'full_name',
    phone: 'heading',
    render: (row) => {
      drawn.push(row.full_name)
      return <input aria-label={row.full_name} defaultValue={row.full_name} key={row.full_name} />
    },
  },
  { key: 'joined', title: 'Joined On', render: (row) => row.city, sortKey: 'createdAt' },
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

let rows: Person[] = []
let queries: string[] = []

export function isolateLiveLists() {
  isolateLists(10)
  beforeEach(() => void (rows = []))
}

/** People as a backend of this ability lists them, newest first unless asked by name. */
export function serve(ability: Ability, people: Person[]) {
  rows = people
  mockServer.use(
    http.get(listUrl(), ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      queries.push(search)
      if (ability === 'sends everything') return HttpResponse.json({ success: true, data: rows })
      const [page, size, sort] = [
        Number(searchParams.get('page')),
        Number(searchParams.get('page_size')),
        searchParams.get('sort'),
      ]
      const ids = ability === 'pages' ? searchParams.get('ids')?.split(',') : undefined
      const matching = rows.filter((row) =>
        ids ? ids.includes(row._id ?? '') : searchParams.get('city') === null || row.city === searchParams.get('city'),
      )
      const sorted = matching.toSorted((a, b) =>
        sort === 'full_name' ? a.full_name.localeCompare(b.full_name) : b.createdAt.localeCompare(a.createdAt),
      )
      return HttpResponse.json({
        success: true,
        data: sorted.slice((page - 1) * size, page * size),
        meta: { total: matching.length, page, page_size: size },
      })
    }),
  )
}

export const failOnce = () =>
  mockServer.use(http.get(listUrl(), () => HttpResponse.json({}, { status: 500 }), { once: true }))

/** The list at an address. */
export function start(address = '/people') {
  const page = { title: 'People', parent: { title: 'Dashboard', to: '/' } }
  const changesText = (count: number) => `${count} new people`
  const element = (
    <ListPage
      {...{ columns, filters, searchText, page, changesText }}
      id={listId()}
      resource="users"
      path={listPath()}
      title="People List"
      subtitle="List of people"
      defaultSort="-createdAt"
    />
  )
  return showList(element, address)
}

export const upTo = (count: number) => Array.from({ length: count }, (_, at) => person(at + 1))
/** The requests since the list was drawn. */
export const requests = () => queries
/** Whom the table drew since then. */
export const drawnAgain = () => [...new Set(drawn)]
export const keys = () =>
  Array.from(document.querySelectorAll<HTMLElement>('.il-table tbody tr'), (line) => line.dataset['rowKey'])
export const line = (id: string) => document.querySelector<HTMLElement>(`tr[data-row-key="${id}"]`)

/** The list once its first row is drawn: 30 people, until other ones are served. */
export async function open({
  at = '/people',
  first = 'Person 30',
  from = 'pages',
  people = upTo(30),
}: { at?: string; first?: string; from?: Ability; people?: Person[] } = {}) {
  serve(from, from === 'sends everything' ? people.toReversed() : people)
  const router = start(at)
  await waitFor(() => expect(keys()[0]).toBe(rows.find(({ full_name }) => full_name === first)?._id))
  await waitFor(() => expect(keys().length).toBeGreaterThanOrEqual(10))
  queries = []
  drawn = []
  return { router, before: keys() }
}

export const notify = (change: RowChange) => act(() => notifyRows('users', change))

/** Changes of people for which no event is sent. */
export const happens = {
  change: (at: number, more: Partial<Person>) =>
    void (rows = rows.map((row) => (row._id === `p${at}` ? { ...row, ...more } : row))),
  create: (...people: Person[]) => void (rows = [...rows, ...people]),
  createFirst: (someone: Person) => void (rows = [someone, ...rows]),
}
/** A change with an event that names its id, and an own change that reloads the list. */
export const changes = (at: number, more: Partial<Person> = {}) => {
  happens.change(at, more)
  notify({ ids: [`p${at}`], kind: 'changed' })
}
export const arrives = (...people: Person[]) => {
  happens.create(...people)
  for (const { _id = '' } of people) notify({ ids: [_id], kind: 'created' })
}
export const iChange = (at: number, more: Partial<Person>) => {
  happens.change(at, more)
  return act(() => refreshResource('users'))
}

export const shows = (name: string) => screen.findByLabelText(name)
export const pill = (text: string) =>
  waitFor(() => {
    const button = document.querySelector('.il-changes button')
    if (!button?.textContent?.endsWith(` entries · ${text}`)) throw new Error(`the pill says ${button?.textContent}`)
    return button
  })
export const press = async (text: string) => userEvent.click(await pill(text))
export const noPill = () => expect(document.querySelector('.il-changes button')).toBeNull()
