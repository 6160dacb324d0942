import type { Database } from '../database/tables.ts'
import { keptBy, withNeedle, type Kept } from './kept.ts'
import type { ListLimits } from './list-limits.ts'
import type { IdPage, Order } from './list.ts'
import { isLookedUp, sortAndCount } from './lookups.ts'
import { meetRows } from './order-steps.ts'
import { isSeveralWords, Samples, type Sample } from './samples.ts'
import type { Totals } from './totals.ts'
import type { Walks } from './walks.ts'

type Bounds = { offset: number; limit: number }
/** How many of the rows that are walked over have a needle, as was counted or as a sample says, and how many must be tried to look those up. */
type Hits = { hits: number; walked: number; isExact: boolean; sample?: Sample | undefined; tried: number }

/** The rows with a needle of a list that is too long to be looked through: rare needles are looked up, common ones are met on the way. */
export class Searches {
  readonly #db: Database
  readonly #limits: ListLimits
  readonly #totals: Totals
  readonly #walks: Walks
  readonly #samples: Samples

  constructor(db: Database, limits: ListLimits, totals: Totals, walks: Walks) {
    this.#db = db
    this.#limits = limits
    this.#totals = totals
    this.#walks = walks
    this.#samples = new Samples(db, limits.sample)
  }

  /** Reads what the first search of a list would wait for. */
  async prepare(kept: Kept): Promise<void> {
    await this.#samples.of(kept, '')
  }

  async page(kept: Kept, needle: string, order: Order, bounds: Bounds): Promise<IdPage> {
    const { near, step, met, nearMet } = this.#limits
    const { offset, limit } = bounds
    const found = withNeedle(kept, needle)
    const known = await this.#hitsOf(kept, found, needle)
    const { hits, walked, isExact, sample, tried } = known
    if (isExact && offset >= hits) return { ids: [], total: hits, estimated: false }
    const isKnown = this.#walks.isKnown(found, order, offset + limit - 1)
    const each = walked / hits
    const even = isKnown ? step + limit * each : (offset + limit) * each
    const lookUp = () => this.#lookUp(kept, found, needle, order, bounds, sample)
    const lookedUp = isLookedUp(needle) ? tried * this.#limits.found : Infinity
    if (lookedUp <= Math.min(walked, even)) return lookUp()
    const isNear = offset + limit <= nearMet && !isKnown
    this.#walks.learn(found, order, step)
    if (!isNear) {
      const ids = await this.#walks.page(found, order, { ...bounds, ...(isExact && { total: hits }), isShort: false, isPart: false, near: Math.ceil(near / each), step })
      return { ids, ...(!isExact && ids.length < limit ? endOf(ids, offset) : about(known, offset + ids.length)) }
    }
    const ids: string[] = []
    // Where an order has to do with a needle, as names with names, its rows may all lie far away.
    let left = lookedUp <= walked ? 2 * even : Infinity
    for await (const some of meetRows(this.#db, found, order, { piece: met, wanted: offset + limit, ends: this.#walks.endsOf(found, order, met) })) {
      ids.push(...some)
      left -= met
      if (ids.length < offset + limit && left <= 0) return lookUp()
    }
    const page = ids.slice(offset, offset + limit)
    return { ids: page, ...(ids.length < offset + limit ? { total: ids.length, estimated: false } : about(known, ids.length)) }
  }

  /** All of them in their order, in batches of ids. */
  async* ids(kept: Kept, needle: string, order: Order, size: number): AsyncGenerator<string[]> {
    const found = withNeedle(kept, needle)
    const { walked, sample, tried } = await this.#hitsOf(kept, found, needle)
    const isRare = isLookedUp(needle) && tried * this.#limits.found <= walked
    const some = isRare ? [(await this.#lookUp(kept, found, needle, order, { offset: 0, limit: null }, sample)).ids] : meetRows(this.#db, found, order, { piece: this.#limits.met, wanted: Infinity, ends: [] })
    for await (const ids of some) for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size)
  }

  async #lookUp(kept: Kept, found: Kept, needle: string, order: Order, bounds: { offset: number; limit: number | null }, sample?: Sample): Promise<IdPage> {
    const { ids, total, snapshot } = await sortAndCount(this.#db, kept, needle, order, bounds, sample?.useless)
    if (total > this.#limits.nearMet) this.#totals.keep(found, total, snapshot)
    return { ids, total, estimated: false }
  }

  async #hitsOf(kept: Kept, found: Kept, needle: string): Promise<Hits> {
    const all = await this.#totals.lastOf(keptBy(kept.shape, {}))
    const walked = kept.groups ? all : await this.#totals.lastOf(kept)
    const counted = await this.#totals.ifKnown(found.name)
    if (counted !== undefined && !isSeveralWords(needle)) return { hits: counted, walked, isExact: true, tried: counted }
    const sample = await this.#samples.of(kept, needle)
    const { hits, isExact } = counted === undefined ? { hits: sample.share * all, isExact: false } : { hits: counted, isExact: true }
    return { hits, walked, isExact, sample, tried: Math.max(hits, sample.tried * all) }
  }
}

const about = ({ hits, isExact }: Hits, least: number) => ({ total: Math.max(isExact ? hits : Number(hits.toPrecision(2)), least), estimated: !isExact })

/** What a page that is not full says of how many rows there are: just that, unless it is empty and lies somewhere behind the end. */
const endOf = (ids: string[], offset: number) => ({ total: offset + ids.length, estimated: ids.length === 0 && offset > 0 })
