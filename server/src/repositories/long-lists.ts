import { sql } from 'kysely'
import type { ListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import { Background } from './background.ts'
import { idsIn, keptBy, type Filters, type Kept, type ListShape } from './kept.ts'
import { listLimits, type ListLimits } from './list-limits.ts'
import { batchSize, boundsOf, orderOf, type IdPage, type Order } from './list.ts'
import { sortAndCount, sortBetween, sortCounted } from './lookups.ts'
import { Searches } from './searches.ts'
import { Totals } from './totals.ts'
import { Walks } from './walks.ts'

const minute = 60_000
const changesKeptMilliseconds = 15 * minute
/** By what part of all rows a page of a day may lie elsewhere than in the whole list. */
const slack = 0.03
const mostUneven = 1000
const changeTables = ['people_changes', 'driver_rides_changes', 'bookings_changes']

/**
 * Pages of lists of any length at any depth, from indexes: what has been counted or walked once is remembered, and put right by the
 * changes since (`TABLE_changes`). Each node remembers its own.
 */
export class LongLists {
  readonly #db: Database
  readonly #limits: ListLimits
  readonly #totals: Totals
  readonly #walks: Walks
  readonly #searches: Searches
  readonly #background = new Background()
  /** Days whose rows lie elsewhere in an order than all rows do. */
  readonly #uneven = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  readonly #going = new Set<Promise<unknown>>()
  /** The snapshots of the last minutes, the oldest first. */
  #past: { snapshot: string; at: number }[] = []
  #refreshing: Promise<void> | undefined
  #isClosed = false

  constructor(db: Database, limits: ListLimits = listLimits) {
    this.#db = db
    this.#limits = limits
    this.#totals = new Totals(db)
    this.#walks = new Walks(db, this.#totals, this.#background)
    this.#searches = new Searches(db, limits, this.#totals, this.#walks)
  }

  /** Learns the orders of long lists before somebody asks, keeps what is remembered up to date, and throws old changes away. */
  async tend(shapes: ListShape[], onError: (error: unknown) => void): Promise<void> {
    await this.#dropForeignChanges()
    const refresh = () => (this.#refreshing ??= this.refresh().catch(onError).finally(() => (this.#refreshing = undefined)))
    this.#timer = setInterval(() => this.#later(refresh()), minute).unref()
    this.#later(this.#learnAll(shapes).catch(onError))
  }

  /** A dump of another database brings its changes with the numbers of its transactions, which are still to come here. */
  async #dropForeignChanges(): Promise<void> {
    for (const table of changeTables) await sql`delete from ${sql.table(table)} where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(this.#db)
  }

  async #learnAll(shapes: ListShape[]): Promise<void> {
    for (const shape of shapes) {
      const kept = keptBy(shape, {})
      const total = await this.#totals.of(kept)
      if (total <= this.#limits.few) continue
      await this.#searches.prepare(kept)
      const names = Object.keys(shape.sort).flatMap((name) => [name, `-${name}`])
      for (const name of names) this.#walks.learn(kept, orderOf(name, shape.sort), this.#limits.step, true)
    }
  }

  async refresh(): Promise<void> {
    await this.#totals.refresh(() => this.#isClosed)
    await this.#walks.refresh()
    await this.#dropOldChanges()
  }

  /** A change is old from when it was there for all to see: whoever made it may have taken long. */
  async #dropOldChanges(): Promise<void> {
    const { rows: [now] } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(this.#db)
    if (now) this.#past.push({ ...now, at: Date.now() })
    const old = this.#past.findLast(({ at }) => Date.now() - at >= changesKeptMilliseconds)
    if (!old || this.#isClosed) return
    this.#past = this.#past.slice(this.#past.indexOf(old))
    for (const table of changeTables) {
      await sql`delete from ${sql.table(table)} where xid < pg_snapshot_xmax(${old.snapshot}::pg_snapshot) and pg_visible_in_snapshot(xid, ${old.snapshot}::pg_snapshot)`.execute(this.#db)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await Promise.all([this.#walks.close(), ...this.#going])
  }

  /** Until what goes on in the background is done. */
  async settled(): Promise<void> {
    await Promise.all(this.#going)
    await this.#walks.settled()
  }

  /** How many rows there are of what is kept, whose condition names columns of the list only. */
  count(kept: Kept): Promise<number> {
    return this.#totals.of(kept)
  }

  async page(shape: ListShape, query: ListQuery, filters?: Filters): Promise<IdPage> {
    return this.#background.answer(() => this.#page(shape, query, filters))
  }

  async #page(shape: ListShape, query: ListQuery, filters?: Filters): Promise<IdPage> {
    const order = orderOf(query.sort, shape.sort)
    const { page, page_size } = boundsOf(query)
    const bounds = { offset: (page - 1) * page_size, limit: page_size }
    const kept = keptBy(shape, query, filters)
    const needle = query.q ? query.q.toLowerCase() : undefined
    if (idsIn(query)) return this.#collect(kept, needle, order, bounds)
    const total = await this.#totals.of(kept)
    if (needle === undefined) {
      const isDay = query.date !== undefined && order.name.replace('-', '') !== 'createdAt'
      const ids = bounds.offset >= total ? []
        : isDay && total <= this.#limits.few ? await this.#sort(kept, order, bounds, total)
        : await this.#walks.page(kept, order, { ...bounds, total, ...this.#reach(kept, total) })
      return { ids, total, estimated: false }
    }
    if (total <= this.#limits.few) return this.#collect(kept, needle, order, bounds)
    return this.#searches.page(kept, needle, order, bounds)
  }

  /** A page of a day, whose rows are taken to lie in an order as all rows do. Where they do not, all of them are sorted, then and from then on. */
  async #sort(kept: Kept, order: Order, bounds: { offset: number; limit: number }, total: number): Promise<string[]> {
    const { offset, limit } = bounds
    const isFarIn = Math.min(offset, total - offset - limit) > this.#limits.sorted
    const name = `${order.name.replace('-', '')} ${kept.name}`
    if (!isFarIn || this.#uneven.has(name)) return sortCounted(this.#db, kept, order, bounds, total)
    const first = this.#walks.valueAt(kept, order, offset / total - slack)
    const last = this.#walks.valueAt(kept, order, (offset + limit) / total + slack)
    if (first === undefined || last === undefined || first === last) return sortCounted(this.#db, kept, order, bounds, total)
    const ids = await sortBetween(this.#db, kept, order, bounds, [first, last], total)
    if (ids) return ids
    if (this.#uneven.size >= mostUneven) this.#uneven.clear()
    this.#uneven.add(name)
    return sortCounted(this.#db, kept, order, bounds, total)
  }

  /** All rows of a query in its order, in batches of ids. */
  async* ids(shape: ListShape, query: ListQuery, filters?: Filters, size = batchSize): AsyncGenerator<string[]> {
    const order = orderOf(query.sort, shape.sort)
    const kept = keptBy(shape, query, filters)
    const needle = query.q?.toLowerCase()
    if (idsIn(query) || (await this.#totals.of(kept)) <= this.#limits.few) {
      const { ids } = await this.#collect(kept, needle, order, { offset: 0, limit: null })
      for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size)
    } else if (needle) yield* this.#searches.ids(kept, needle, order, size)
    else yield* this.#walks.batches(kept, order, size)
  }

  async #collect(kept: Kept, needle: string | undefined, order: Order, bounds: { offset: number; limit: number | null }): Promise<IdPage> {
    const { ids, total } = await sortAndCount(this.#db, kept, needle, order, bounds)
    return { ids, total, estimated: false }
  }

  /** How far to walk for rows that are this part of all. */
  #reach({ shape, groups }: Kept, total: number) {
    const { few, near, step } = this.#limits
    const all = this.#totals.lately(shape.name) ?? total
    const share = Math.min(1, total / all)
    return {
      isShort: (groups ? all : total) <= few,
      isPart: groups !== undefined && groups.length < shape.groups.length,
      near: Math.ceil(near * share),
      step: groups ? step : Math.max(Math.min(step, 100), Math.ceil(step * share)),
    }
  }

  #later(work: Promise<unknown>): void {
    const done = work.catch(() => undefined).finally(() => this.#going.delete(done))
    this.#going.add(done)
  }
}
