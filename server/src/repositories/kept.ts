import { sql, type RawBuilder } from 'kysely'
import type { ListQuery } from '@interline/shared/contract'
import { anyOf, spanOf, type SortColumns } from './list.ts'

/**
 * A list as the database has it: the columns of one table and no join, so that an index answers for every order. Every row is of one
 * of a few groups, as its filters have them; a walk over all rows counts each group.
 */
export type ListShape = { name: string; table: 'people' | 'driver_rides' | 'bookings'; all: RawBuilder<unknown>; group: RawBuilder<unknown>; groups: string[]; sort: SortColumns }

/** What a list's own filters keep: the groups, and the same as a condition. */
export type Filters = { groups: string[]; where: RawBuilder<unknown>[] }

/**
 * The rows that a query keeps. `name` is the same for the same rows. They are some groups of all, or have a walk of their own. Rows with
 * a needle are met on a walk over `where`: `met` says so from what each order's index carries, `noted` from a noted change.
 */
export type Kept = { shape: ListShape; name: string; where: RawBuilder<unknown>; groups?: string[]; needle?: { met: RawBuilder<unknown>; noted: RawBuilder<unknown> } }

/** The rows that are asked for by name; undefined where none are. */
export function idsIn({ id, ids }: ListQuery): string[] | undefined {
  const some = ids?.split(',')
  if (id === undefined) return some
  return some && !some.includes(id) ? [] : [id]
}

/** All that a query keeps, but for its needle. */
export function keptBy(shape: ListShape, query: ListQuery, filters?: Filters): Kept {
  const { page: _page, page_size: _size, sort: _sort, q: _needle, ...rest } = query
  const kept = Object.entries(rest).filter(([, value]) => value !== undefined).sort()
  const span = spanOf(query)
  const conditions = [shape.all, ...(filters?.where ?? [])]
  const named = idsIn(query)
  if (named) conditions.push(sql`_id = ${anyOf(named)}`)
  if (span) conditions.push(sql`"createdAt" >= ${span.start} and "createdAt" < ${span.end}`)
  const name = kept.length > 0 ? `${shape.name} ${JSON.stringify(kept)}` : shape.name
  const where = sql.join(conditions, sql` and `)
  return span || named ? { shape, name, where } : { shape, name, where, groups: filters?.groups ?? shape.groups }
}

/** Those of them that have a needle. */
export function withNeedle({ shape, name, where, groups }: Kept, needle: string): Kept {
  const among = groups && groups.length < shape.groups.length ? sql`${ofGroups(shape, groups)} and ` : sql``
  const table = sql.table(shape.table)
  return {
    shape,
    name: `${name} ${needle}`,
    where: groups ? shape.all : where,
    needle: {
      met: sql`${among}(strpos("searchHead", ${needle}) > 0 or "searchCut" and exists (
        select from ${table} whole where whole._id = ${table}._id and strpos(whole."searchText", ${needle}) > 0))`,
      noted: sql`${among}strpos("searchText", ${needle}) > 0`,
    },
  }
}

/** The same rows in words that no index is chosen by, but which say how many they are: from a place on, the order's own index is the one. */
export const byGroup = (kept: Kept): Kept => ({ ...kept, where: sql`${kept.shape.all} and ${ofGroups(kept.shape, kept.groups ?? [])}` })

const ofGroups = (shape: ListShape, groups: string[]) => sql`(${shape.group} = any(${groups}::text[])) is true`
