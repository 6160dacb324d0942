import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { keptBy, withNeedle, type Kept } from './kept.ts'
import type { Order } from './list.ts'
import type { IdPage, ListLimits } from './long-lists.ts'
import { isLookedUp, sortAndCount } from './lookups.ts'
import { meetRows } from './order-steps.ts'
import type { Totals } from './totals.ts'
import type { Walks } from './walks.ts'

type Bounds = { offset: number; limit: number }
/** How many of the rows that are walked over have a needle: as was counted, or as a sample says. */
type Hits = { hits: number; walked: number; isExact: boolean }

/** The rows with a needle of a list that is too long to be looked through: rare needles are looked up, common ones are met on the way. */
export class Searches {
  readonly #db: Database
  readonly #limits: ListLimits
  readonly #totals: Totals
  readonly #walks: Walks

  constructor(db: Database, limits: ListLimits, totals: Totals, walks: Walks) {
    this.#db = db
    this.#limits = limits
    this.#totals = totals
    this.#walks = walks
  }

  async page(kept: Kept, needle: string, order: Order, bounds: Bounds): Promise<IdPage> {
    const { near, step, met, nearMet } = this.#limits
    const { offset, limit } = bounds
    const found = withNeedle(kept, needle)
    const known = await this.#hitsOf(kept, found, needle)
    const { hits, walked, isExact } = known
    if (isExact && offset >= hits) return { ids: [], total: hits, estimated: false }
    const isKnown = this.#walks.isKnown(found, order, offset + limit - 1)
    const each = walked / hits
    const far = Math.min(walked, isKnown ? step + limit * each : (offset + limit) * each)
    if (isLookedUp(needle) && hits * this.#limits.found <= far) return this.#lookUp(kept, found, needle, order, bounds)
    const isNear = offset + limit <= nearMet && !isKnown && far < walked
    this.#walks.learn(found, order, step)
    if (!isNear) {
      const ids = await this.#walks.page(found, order, { ...bounds, ...(isExact && { total: hits }), isShort: false, isPart: false, near: Math.ceil(near / each), step })
      return { ids, ...(!isExact && ids.length < limit ? endOf(ids, offset) : about(known, offset + ids.length)) }
    }
    const ids: string[] = []
    // Where an order has to do with a needle, as names with names, its rows may all lie far away.
    let left = isLookedUp(needle) && hits * this.#limits.found <= walked ? 2 * (offset + limit) * each : Infinity
    for await (const some of meetRows(this.#db, found, order, { piece: met, wanted: offset + limit })) {
      ids.push(...some)
      left -= met
      if (ids.length < offset + limit && left <= 0) return this.#lookUp(kept, found, needle, order, bounds)
    }
    const page = ids.slice(offset, offset + limit)
    return { ids: page, ...(ids.length < offset + limit ? { total: ids.length, estimated: false } : about(known, ids.length)) }
  }

  /** All of them in their order, in batches of ids. */
  async* ids(kept: Kept, needle: string, order: Order, size: number): AsyncGenerator<string[]> {
    const found = withNeedle(kept, needle)
    const { hits, walked } = await this.#hitsOf(kept, found, needle)
    const isRare = isLookedUp(needle) && hits * this.#limits.found <= walked
    const some = isRare ? [(await this.#lookUp(kept, found, needle, order, { offset: 0, limit: null })).ids] : meetRows(this.#db, found, order, { piece: this.#limits.met, wanted: Infinity })
    for await (const ids of some) for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size)
  }

  async #lookUp(kept: Kept, found: Kept, needle: string, order: Order, bounds: { offset: number; limit: number | null }): Promise<IdPage> {
    const { ids, total, snapshot } = await sortAndCount(this.#db, kept, needle, order, bounds)
    if (total > this.#limits.nearMet) this.#totals.keep(found, total, snapshot)
    return { ids, total, estimated: false }
  }

  async #hitsOf(kept: Kept, found: Kept, needle: string): Promise<Hits> {
    const all = await this.#totals.lastOf(keptBy(kept.shape, {}))
    const walked = kept.groups ? all : await this.#totals.lastOf(kept)
    const counted = await this.#totals.ifKnown(found.name)
    if (counted !== undefined) return { hits: counted, walked, isExact: true }
    const share = await this.#totals.shareOf(kept, sql`strpos("searchText", ${needle}) > 0`, this.#limits.sample)
    return { hits: share * all, walked, isExact: false }
  }
}

const about = ({ hits, isExact }: Hits, least: number) => ({ total: Math.max(isExact ? hits : Number(hits.toPrecision(2)), least), estimated: !isExact })

/** What a page that is not full says of how many rows there are: just that, unless it is empty and lies somewhere behind the end. */
const endOf = (ids: string[], offset: number) => ({ total: offset + ids.length, estimated: ids.length === 0 && offset > 0 })
