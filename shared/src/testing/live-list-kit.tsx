import { beforeEach, expect } from 'vitest'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { refreshNoun } from '../index.ts'
import { tellRows } from '../live/row-changes.ts'
import type { RowChange } from '../live/row-changes.ts'
import { ListPage } from '../list/index.ts'
import type { Column } from '../list/index.ts'
import { isolateLists, listPath, listUrl, showList, wire } from './list-kit.tsx'

export type Person = { _id?: string; full_name: string; createdAt: string; city: string }
type Ability = 'pages' | 'pages, knows no ids' | 'sends everything'

export const person = (at: number, more: Partial<Person> = {}): Person => ({ _id: `p${at}`, full_name: `Person ${at}`, createdAt: new Date(Date.UTC(2024, 0, at)).toISOString(), city: 'Bern', ...more })

let drawn: string[] = []
const columns: readonly Column<Person>[] = [
  { key: 'name', title: 'Name', sortKey: 'full_name', phone: 'heading', render: (row) => { drawn.push(row.full_name); return <input aria-label={row.full_name} defaultValue={row.full_name} key={row.full_name} /> } },
  { key: 'joined', title: 'Joined On', render: (row) => row.city, sortKey: 'createdAt' },
]
const filters = [{ key: 'city', label: 'City', options: [{ value: 'Bern', label: 'Bern' }], matches: (row: Person, value: string) => row.city === value }]
const searchText = (row: Person) => row.full_name

let rows: Person[] = []
let asked: string[] = []

export function isolateLiveLists() {
  isolateLists(10)
  beforeEach(() => void (rows = []))
}

/** People as a backend of this ability lists them, newest first unless asked by name. */
export function serve(ability: Ability, people: Person[]) {
  rows = people
  wire.use(http.get(listUrl(), ({ request }) => {
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

export const failOnce = () => wire.use(http.get(listUrl(), () => HttpResponse.json({}, { status: 500 }), { once: true }))

/** The list at an address. */
export function start(address = '/people') {
  const page = { title: 'People', parent: { title: 'Dashboard', to: '/' } }
  const newsText = (count: number) => `${count} new people`
  const element = <ListPage {...{ columns, filters, searchText, page, newsText }} noun="users" path={listPath()} title="People List" subtitle="List of people" defaultSort="-createdAt" />
  return showList(element, address)
}

export const upTo = (count: number) => Array.from({ length: count }, (_, at) => person(at + 1))
/** What was asked for since the list stood. */
export const requests = () => asked
/** Whom the table drew since then. */
export const drawnAgain = () => [...new Set(drawn)]
export const keys = () => Array.from(document.querySelectorAll<HTMLElement>('.il-table tbody tr'), (line) => line.dataset['rowKey'])
export const line = (id: string) => document.querySelector<HTMLElement>(`tr[data-row-key="${id}"]`)

/** The list as it stands with its first row there: 30 people, until other ones are served. */
export async function open({ at = '/people', first = 'Person 30', from = 'pages', people = upTo(30) }: { at?: string; first?: string; from?: Ability; people?: Person[] } = {}) {
  serve(from, from === 'sends everything' ? people.toReversed() : people)
  const router = start(at)
  await waitFor(() => expect(keys()[0]).toBe(rows.find(({ full_name }) => full_name === first)?._id))
  await waitFor(() => expect(keys().length).toBeGreaterThanOrEqual(10))
  asked = []
  drawn = []
  return { router, before: keys() }
}

export const tell = (change: RowChange) => act(() => tellRows('users', change))

/** What happens to people behind the reader's back, without a word of it. */
export const happens = {
  change: (at: number, more: Partial<Person>) => void (rows = rows.map((row) => (row._id === `p${at}` ? { ...row, ...more } : row))),
  create: (...people: Person[]) => void (rows = [...rows, ...people]),
  createFirst: (someone: Person) => void (rows = [someone, ...rows]),
}
/** A change that is told by id, and one of one's own that reloads the list. */
export const changes = (at: number, more: Partial<Person> = {}) => { happens.change(at, more); tell({ ids: [`p${at}`], kind: 'changed' }) }
export const arrives = (...people: Person[]) => { happens.create(...people); for (const { _id = '' } of people) tell({ ids: [_id], kind: 'created' }) }
export const iChange = (at: number, more: Partial<Person>) => { happens.change(at, more); return act(() => refreshNoun('users')) }

export const shows = (name: string) => screen.findByLabelText(name)
export const pill = (text: string) =>
  waitFor(() => {
    const button = document.querySelector('.il-news button')
    if (button?.textContent !== text) throw new Error(`the pill says ${button?.textContent}`)
    return button
  })
export const press = async (text: string) => userEvent.click(await pill(text))
export const noPill = () => expect(document.querySelector('.il-news button')).toBeNull()
