import type { ListState } from '../list-state.ts'
import type { Layout } from '../layout/use-layout.ts'

/** The order that a list has without one in its address. */
const firstSort = '-createdAt'

/** What a list shows, as the query string of its address: what it keeps, its order and how it is laid out. */
export function viewQuery(
  { q, date, sort, filters }: ListState,
  { text, density }: Pick<Layout<never>, 'text' | 'density'>,
): string {
  const params = new URLSearchParams(filters)
  const write = (name: string, value: string) => value !== '' && params.set(name, value)
  write('q', q.trim())
  write('date', date ?? '')
  write('sort', sort === firstSort ? '' : sort)
  write('cols', text)
  write('density', density === 'compact' ? density : '')
  return params.toString()
}
