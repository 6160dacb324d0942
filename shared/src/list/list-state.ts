import { useCallback, useEffect, useMemo, useRef } from 'react'
import { placeMaxLength } from '../contract/lengths.ts'
import { isDays, readAmounts } from '../contract/lists/ranges.ts'
import { pageSizes } from '../contract/lists/window.ts'
import { isDayKey, todayIn } from '../contract/time/days.ts'
import { trimmed } from '../contract/trimmed.ts'
import type { DayKey } from '../contract/time/days.ts'
import type { ListFilter } from './column.ts'
import { usePreferences, useTimeZone } from '../session/preferences.ts'
import { termIn, useSearchParams } from '../router/index.ts'

/** A page of a list: by its number (1-based), the last one, or the one that a cursor of the server names. */
export type PageTarget = { page: number | 'last' } | { cursor: string }

/** The state of a table in the URL: the only truth for page, sort and filters. */
export type ListState = {
  /** 1-based, or the last one; 1 beside a cursor. */
  page: number | 'last'
  /** The cursor of the server that names the page; null for a page that `page` names. */
  cursor: string | null
  size: number
  /** A column's `sortKey`, with `-` in front for descending; '' for the order as delivered. */
  sort: string
  q: string
  date: DayKey | null
  /** Values of the table's own filters by key; only those that are set. */
  filters: Readonly<Record<string, string>>
}

type Change = Partial<Omit<ListState, 'filters'>> & { filters?: Readonly<Record<string, string | null>> }

type Knows = {
  sortKeys: readonly string[]
  defaultSort: string
  filters: readonly Pick<ListFilter<never>, 'key' | 'options' | 'chip'>[]
}

/** No list has a page behind it. */
const mostPages = 1_000_000
const longestCursor = 4000

function canBe({ options, chip }: Knows['filters'][number], value: string): boolean {
  if (chip === 'text') return trimmed(value) !== '' && value.length <= placeMaxLength && !/[\p{Cc}\p{Cs}]/u.test(value)
  if (chip === 'amounts') return readAmounts(value) !== null
  if (chip === 'days') return isDays(value)
  return options.some((option) => option.value === value)
}

/** Reads and writes a table's state in the URL. A value that it does not understand counts as not set. */
export function useListState({ sortKeys, defaultSort, filters }: Knows) {
  const [params, setParams] = useSearchParams()
  // Two changes before the next drawing: the second must know of the first.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const timeZone = useTimeZone()
  const preferredSize = usePreferences((preferences) => preferences.tableSize)

  const state = useMemo<ListState>(() => {
    const size = Number(params.get('size'))
    const sort = params.get('sort') ?? defaultSort
    const date = params.get('date') ?? ''
    const cursor = params.get('cursor')?.slice(0, longestCursor) || null
    const page = Math.min(mostPages, Math.max(1, Math.trunc(Number(params.get('page'))) || 1))
    const set = filters.flatMap((filter) => {
      const value = params.get(filter.key)
      return value !== null && canBe(filter, value) ? [[filter.key, value] as const] : []
    })
    return {
      page: cursor !== null ? 1 : params.get('page') === 'last' ? 'last' : page,
      cursor,
      size: pageSizes.some((known) => known === size) ? size : preferredSize,
      sort: sort === '' || sortKeys.includes(sort.replace(/^-/, '')) ? sort : defaultSort,
      q: termIn(params),
      date: isDayKey(date) && date <= todayIn(timeZone) ? date : null,
      filters: Object.fromEntries(set),
    }
  }, [params, defaultSort, filters, sortKeys, preferredSize, timeZone])

  /**
   * Changes what is named; anything but the page or cursor leads back to page 1. `replace` while the person is still
   * typing.
   */
  const change = useCallback(
    (to: Change, how: 'push' | 'replace' = 'push') => {
      if (to.size !== undefined) usePreferences.setState({ tableSize: to.size })
      const next = new URLSearchParams(latest.current)
      const write = (name: string, value: string | null | undefined) =>
        value === null || value === undefined || value === '' ? next.delete(name) : next.set(name, value)
      if ('q' in to) write('q', to.q)
      if ('date' in to) write('date', to.date)
      if ('size' in to) write('size', String(to.size))
      if (to.sort !== undefined) {
        if (to.sort === defaultSort) next.delete('sort')
        else next.set('sort', to.sort)
      }
      for (const [key, value] of Object.entries(to.filters ?? {})) write(key, value)
      write('page', to.page === undefined || to.page === 1 ? null : String(to.page))
      write('cursor', to.cursor)
      latest.current = next
      setParams(next, { replace: how === 'replace', preventScrollReset: true })
    },
    [setParams, defaultSort],
  )

  return { state, change }
}
