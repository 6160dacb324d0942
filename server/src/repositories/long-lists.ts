import { sql, type RawBuilder } from 'kysely'
import type { ListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import { anyOf, boundsOf, orderOf, patternOf, spanOf, type Order, type SortColumns } from './list.ts'
import { Totals } from './totals.ts'
import { Walks } from './walks.ts'

/**
 * A list as the database has it: the columns of one table and no join, so that an index answers for every order. Every row is of one
 * of a few groups, as its filters have them; a walk over all rows counts each group.
 */
export type ListShape = { name: string; table: 'people' | 'driver_rides' | 'bookings'; all: RawBuilder<unknown>; group: RawBuilder<unknown>; groups: string[]; sort: SortColumns }

/** What a list's own filters keep: the groups, and the same as a condition. */
export type Filters = { groups: string[]; where: RawBuilder<unknown>[] }

/** The rows that a query keeps, but for its needle. `name` is the same for the same rows. Some groups of all, or a walk of its own. */
export type Kept = { shape: ListShape; name: string; where: RawBuilder<unknown>; groups?: string[] | undefined }

export type IdPage = { ids: string[]; total: number; estimated: boolean }

export const listLimits = {
  /** So many rows are found and sorted at each request. */
  few: 30_000,
  /** So many rows are walked over from either end. */
  near: 5000,
  /** From one known place of a walk to the next. */
  step: 1000,
  /** A needle in a smaller part of the rows is looked up in the search index, another one met on the way. */
  rare: 0.007,
  /** A needle in a bigger part of the rows is counted while they are walked, another one by the search index. */
  frequent: 0.05,
  /** So many rows are looked at for the first rows with a needle, so many of which are met rather than found. */
  met: 10_000,
  nearMet: 200,
  /** So many rows tell how common a needle is. */
  sample: 4000,
}
export type ListLimits = typeof listLimits

const minute = 60_000
const changesKeptMilliseconds = 15 * minute
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
    this.#walks = new Walks(db, this.#totals)
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
      const kept = keptBy(shape, {}, undefined)
      const total = await this.#totals.of(kept)
      if (total <= this.#limits.few) continue
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
        : isDay && total <= this.#limits.few ? await this.#sorted(kept, order, bounds, total)
        : await this.#walks.page(kept, order, { ...bounds, total, ...this.#reach(kept, total) })
      return { ids, total, estimated: false }
    }
    const common = await this.#common(kept, needle, total)
    if (!common) return this.#collect(kept, needle, order, bounds)
    const met: Kept = { shape, name: `${kept.name} ${needle}`, where: sql`${kept.where} and strpos("searchText", ${needle}) > 0` }
    const counted = { total: common.total, estimated: !common.isExact }
    const reach = this.#reach(met, common.total)
    if (!common.isExact) {
      if (common.share >= this.#limits.frequent) this.#walks.learn(met, order, reach.step)
      else this.#later(this.#totals.of({ ...met, where: sql`${kept.where} and "searchText" like ${patternOf(needle)}` }))
    }
    if (bounds.offset + bounds.limit <= this.#limits.nearMet) {
      const ids = await this.#walks.firstAmong(kept, order, { ...bounds, needle, most: this.#limits.met })
      return ids ? { ids, ...counted } : this.#collect(kept, needle, order, bounds)
    }
    if (common.share < this.#limits.frequent) return this.#collect(kept, needle, order, bounds)
    const ids = common.isExact && bounds.offset >= common.total ? []
      : await this.#walks.page(met, order, { ...bounds, ...(common.isExact && { total: common.total }), ...reach })
    return { ids, ...(counted.estimated && ids.length < bounds.limit ? endOf(ids, bounds.offset) : counted) }
  }

  /** All rows of a query in its order, in batches of ids. */
  async* ids(shape: ListShape, query: ListQuery, filters?: Filters, size = 1000): AsyncGenerator<string[]> {
    const order = orderOf(query.sort, shape.sort)
    const kept = keptBy(shape, query, filters)
    const needle = query.q ? query.q.toLowerCase() : undefined
    const named = idsIn(query)
    const total = named ? named.length : await this.#totals.of(kept)
    if (named || total <= this.#limits.few || (needle !== undefined && !(await this.#common(kept, needle, total)))) {
      const { ids } = await this.#collect(kept, needle, order, { offset: 0, limit: null })
      for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size)
      return
    }
    yield* this.#walks.batches(needle === undefined ? kept : { ...kept, where: sql`${kept.where} and strpos("searchText", ${needle}) > 0` }, order, size)
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

  /** How many rows have the needle, unless they are few: counted when there was time for it, else as a sample says. */
  async #common(kept: Kept, needle: string, total: number): Promise<{ total: number; share: number; isExact: boolean } | undefined> {
    const { few, rare, sample } = this.#limits
    if (total <= few) return undefined
    const all = this.#totals.lately(kept.shape.name) ?? await this.#totals.of(keptBy(kept.shape, {}, undefined))
    const counted = await this.#totals.ifKnown(`${kept.name} ${needle}`)
    if (counted !== undefined) return counted / all < rare ? undefined : { total: counted, share: counted / all, isExact: true }
    const share = await this.#totals.shareOf(kept, sql`strpos("searchText", ${needle}) > 0`, sample)
    return share < rare ? undefined : { total: Number((share * all).toPrecision(2)), share, isExact: false }
  }

  /** Finds all, sorts as far as the page from the nearer end, and cuts: for few rows that have been counted. */
  async #sorted({ shape, where }: Kept, order: Order, { offset, limit }: { offset: number; limit: number }, total: number): Promise<string[]> {
    const isNearEnd = offset > total / 2
    const [skip, take] = isNearEnd ? [Math.max(0, total - offset - limit), Math.min(limit, total - offset)] : [offset, limit]
    const keys = sql.join(order.parts.map((part, at) => sql`${part} as ${sql.raw(`k${at}`)}`))
    const direction = order.isDown === isNearEnd ? 'asc' : 'desc'
    const { rows } = await sql<{ id: string }>`select ${sql.raw(`k${order.parts.length - 1}`)} as id from (select ${keys} from ${sql.table(shape.table)} where ${where} offset 0) found
      order by ${sql.raw(order.parts.map((_, at) => `k${at} ${direction}`).join(', '))} limit ${take}::bigint offset ${skip}::bigint`.execute(this.#db)
    const ids = rows.map(({ id }) => id)
    return isNearEnd ? ids.reverse() : ids
  }

  /** Finds all, sorts, counts and cuts: for few rows. */
  async #collect({ shape, where }: Kept, needle: string | undefined, { parts, isDown }: Order, { offset, limit }: { offset: number; limit: number | null }): Promise<IdPage> {
    const names = parts.map((_, at) => sql.raw(`k${at}`))
    const keys = sql.join(parts.map((part, at) => sql`${part} as ${names[at]}`))
    const direction = sql.raw(isDown ? 'desc' : 'asc')
    const order = sql.join(names.map((name) => sql`${name} ${direction}`))
    const wanted = needle === undefined ? where : sql`${where} and "searchText" like ${patternOf(needle)}`
    const { rows: [found] } = await sql<{ total: number; ids: string[] }>`
      with found as materialized (select ${keys} from ${sql.table(shape.table)} where ${wanted})
      select (select count(*)::int from found) as total,
        array(select ${names.at(-1)} from found order by ${order} limit ${limit}::bigint offset ${offset}::bigint) as ids`.execute(this.#db)
    return { ids: found?.ids ?? [], total: found?.total ?? 0, estimated: false }
  }
}

/** The rows that are asked for by name; undefined where none are. */
function idsIn({ id, ids }: ListQuery): string[] | undefined {
  const some = ids?.split(',')
  if (id === undefined) return some
  return some && !some.includes(id) ? [] : [id]
}

/** What a page that is not full says of how many rows there are: just that, unless it is empty and lies somewhere behind the end. */
const endOf = (ids: string[], offset: number) => ({ total: offset + ids.length, estimated: ids.length === 0 && offset > 0 })

function keptBy(shape: ListShape, query: ListQuery, filters: Filters | undefined): Kept {
  const { page: _page, page_size: _size, sort: _sort, q: _needle, ...rest } = query
  const kept = Object.entries(rest).filter(([, value]) => value !== undefined).sort()
  const span = spanOf(query)
  const conditions = [shape.all, ...(filters?.where ?? [])]
  const named = idsIn(query)
  if (named) conditions.push(sql`_id = ${anyOf(named)}`)
  if (span) conditions.push(sql`"createdAt" >= ${span.start} and "createdAt" < ${span.end}`)
  const groups = span || named ? undefined : filters?.groups ?? shape.groups
  return { shape, groups, name: kept.length > 0 ? `${shape.name} ${JSON.stringify(kept)}` : shape.name, where: sql.join(conditions, sql` and `) }
}
