import type { Database } from '../database/tables.ts'
import type { Background } from './background.ts'
import { byGroup, type Kept, type ListShape } from './kept.ts'
import type { Order } from './list.ts'
import { idsOf, readRows, valueOf, type Key } from './order-steps.ts'
import { firstPlace, nextPlaces, putRight, rowsBefore, type Place } from './places.ts'
import { forgottenAfterMilliseconds, oldestMilliseconds, unchangedSince, type Totals } from './totals.ts'

type Walk = { kept: Kept; order: Order; step: number; places: Place[]; askedAt: number; isPatient: boolean; isDone: boolean; stride: number; going?: Promise<void> | undefined }

type Wanted = { offset: number; limit: number; total?: number; isShort: boolean; isPart: boolean; near: number; step: number }

const most = 200
/** A walk that nobody asked for lately stands still. */
const askedMilliseconds = 10_000
/** What is walked at once, so that others get their turn: about so long, and so many steps. */
const pieceMilliseconds = 10
const longestStride = 10
/** So many places are put right by one statement. */
const together = 100

/** Pages of an order, walked to from the nearer end or from the nearest place that was passed before. */
export class Walks {
  readonly #db: Database
  readonly #totals: Totals
  readonly #walks = new Map<string, Walk>()
  /** Walks that are learned anew, whoever asks for one after it was forgotten. */
  readonly #patient = new Set<string>()
  readonly #background: Background
  #isWorking = false
  #working: Promise<void> | undefined
  #isClosed = false

  constructor(db: Database, totals: Totals, background: Background) {
    this.#db = db
    this.#totals = totals
    this.#background = background
  }

  async page(kept: Kept, order: Order, { offset, limit, total, isShort, isPart, near, step }: Wanted): Promise<string[]> {
    const behind = total === undefined ? Infinity : total - offset - limit
    const isByPlace = kept.needle ? behind > near || this.isKnown(kept, order, offset) : isPart || (offset > near && behind > near)
    if (!isShort && isByPlace) {
      const walk = this.learn(kept, order, step)
      if (kept.needle) while (!isPast(walk, offset) && !this.#isClosed) await this.#walkOn(walk)
      const place = await this.#placeBefore(walk, kept, offset)
      if (place) return idsOf(await readRows(this.#db, isPart ? byGroup(kept) : kept, order, { from: place.key, skip: offset - rowsBefore(place, kept), limit }))
    }
    if (offset <= behind) return idsOf(await readRows(this.#db, kept, order, { skip: offset, limit }))
    const backwards = { ...order, isDown: !order.isDown }
    return idsOf(await readRows(this.#db, kept, backwards, { skip: Math.max(0, behind), limit: Math.min(limit, limit + behind) })).reverse()
  }

  async* batches(kept: Kept, order: Order, size: number): AsyncGenerator<string[]> {
    let from: Key | undefined
    for (;;) {
      const rows = await readRows(this.#db, kept, order, { ...(from && { from }), skip: 0, limit: size + 1 })
      if (rows.length > 0) yield idsOf(rows.slice(0, size))
      from = rows[size]
      if (!from) return
    }
  }

  /** Whether a row of this order can be read from a place that is known. */
  isKnown(kept: Kept, order: Order, offset: number): boolean {
    const walk = this.#walks.get(nameOf(kept, order))
    return walk !== undefined && isPast(walk, offset)
  }

  /** Where pieces of about so many rows of an order end, as far as it was learned: any keys would do, in their order. */
  endsOf({ shape, groups }: Kept, order: Order, piece: number): Key[] {
    const walk = groups && this.#walks.get(nameOf(wholeOf(shape), order))
    if (!walk) return []
    const each = Math.max(1, Math.round(piece / walk.step))
    return walk.places.flatMap(({ key }, at) => (at > 0 && at % each === 0 ? [key] : []))
  }

  /** The value that about this part of all rows comes before, once the order has been learned; undefined where it is empty. */
  valueAt({ shape }: Kept, order: Order, part: number): unknown {
    const walk = this.#walks.get(nameOf(wholeOf(shape), order))
    if (!walk?.isDone) return undefined
    const { places } = walk
    return valueOf(order, places[Math.min(places.length - 1, Math.max(0, Math.floor(part * places.length)))]?.key ?? [])
  }

  /** Sees to it that the places of a walk become known, of those that were asked for last first, and of patient ones when nobody asks. */
  learn(wanted: Kept, order: Order, step: number, isPatient = false): Walk {
    const kept = wanted.groups ? wholeOf(wanted.shape) : wanted
    const name = nameOf(kept, order)
    if (isPatient) this.#patient.add(name)
    const walk = this.#walks.get(name) ?? { kept, order, step, places: [], askedAt: 0, isPatient: this.#patient.has(name), isDone: false, stride: 1 }
    if (!isPatient) walk.askedAt = Date.now()
    this.#walks.delete(name)
    this.#walks.set(name, walk)
    const mayGo = [...this.#walks.values()].filter(({ isPatient }) => !isPatient)
    for (const other of mayGo.slice(0, Math.max(0, mayGo.length - most))) this.#forget(other)
    this.#start()
    return walk
  }

  async settled(): Promise<void> {
    await this.#working
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#working
  }

  /** Keeps what is remembered from growing too old: for nothing where nothing changed, else some places at a time. */
  async refresh(): Promise<void> {
    const isOver = ({ isPatient, isDone, askedAt, places }: Walk) =>
      (!isPatient && Date.now() - askedAt > forgottenAfterMilliseconds) || (isDone && places.some(({ checkedAt }) => Date.now() - checkedAt > oldestMilliseconds))
    for (const walk of [...this.#walks.values()].filter(isOver)) {
      this.#forget(walk)
      if (walk.isPatient) this.learn(walk.kept, walk.order, walk.step, true)
    }
    // Those that stand still half way too: once they are done their first places must not be too old.
    const walks = [...this.#walks.values()].filter(({ places }) => places.length > 0)
    for (const table of new Set(walks.map(({ kept }) => kept.shape.table))) {
      const ofTable = walks.filter(({ kept }) => kept.shape.table === table)
      await this.#passIfUnchanged(table, ofTable)
      for (const walk of ofTable) {
        const old = walk.places.filter(({ checkedAt }) => Date.now() - checkedAt > oldestMilliseconds / 2)
        for (let at = 0; at < old.length && !this.#isClosed; at += together) await this.#putRight(walk, old.slice(at, at + together))
      }
    }
  }

  /** What was counted at the oldest of some snapshots is as right now when no change of the table came after it. */
  async #passIfUnchanged(table: string, walks: Walk[]): Promise<void> {
    const held = new Set(walks.flatMap(({ places }) => places))
    const snapshot = await unchangedSince(this.#db, table, [...held].map((place) => place.snapshot))
    if (!snapshot) return
    const checkedAt = Date.now()
    for (const walk of walks) walk.places = walk.places.map((place) => (held.has(place) ? { ...place, snapshot, checkedAt } : place))
  }

  /** The last place at or before a row; what is remembered of it is put right first. */
  async #placeBefore(walk: Walk, kept: Kept, offset: number): Promise<Place | undefined> {
    const at = walk.places.findLastIndex((place) => rowsBefore(place, kept) <= offset)
    for (let nearest = at; nearest >= Math.max(0, at - 1); nearest--) {
      const place = walk.places[nearest]
      if (!place) return undefined
      if (Date.now() - place.checkedAt > oldestMilliseconds) {
        this.#forget(walk)
        return undefined
      }
      const [now = place] = await this.#putRight(walk, [place])
      if (rowsBefore(now, kept) <= offset) return now
    }
    return undefined
  }

  async #putRight(walk: Walk, places: Place[]): Promise<Place[]> {
    const now = await putRight(this.#db, walk.kept, walk.order, places)
    const byKey = new Map(now.map((place) => [place.key, place]))
    walk.places = walk.places.map((place) => byKey.get(place.key) ?? place)
    return now
  }

  #forget(walk: Walk) {
    this.#walks.delete(nameOf(walk.kept, walk.order))
  }

  #start() {
    if (this.#isWorking) return
    this.#isWorking = true
    this.#working = this.#work()
  }

  async #work(): Promise<void> {
    for (let walk = this.#next(); walk && !this.#isClosed; walk = this.#next()) {
      const one = walk
      try {
        await this.#background.piece(() => this.#walkOn(one))
      } catch {
        // The next one who asks has it walked again, and is told what fails by the page itself.
        this.#forget(one)
      }
    }
    this.#isWorking = false
  }

  #next(): Walk | undefined {
    const unfinished = [...this.#walks.values()].filter(({ isDone }) => !isDone)
    const asked = unfinished.findLast(({ askedAt }) => Date.now() - askedAt < askedMilliseconds)
    return asked ?? unfinished.find(({ isPatient }) => isPatient)
  }

  /** Some steps from the last place on: one after the other, whoever waits for them. */
  async #walkOn(walk: Walk): Promise<void> {
    const from = performance.now()
    const { stride } = walk
    walk.going ??= this.#findPlaces(walk).finally(() => (walk.going = undefined))
    await walk.going
    walk.stride = Math.max(1, Math.min(longestStride, Math.round(stride * pieceMilliseconds / (performance.now() - from))))
  }

  async #findPlaces(walk: Walk): Promise<void> {
    const { kept, order, step, stride } = walk
    const from = walk.places.at(-1)
    if (!from || Date.now() - from.checkedAt > oldestMilliseconds) {
      const first = await firstPlace(this.#db, kept, order)
      walk.places = first ? [first] : []
      walk.isDone = !first
      return
    }
    const next = await nextPlaces(this.#db, kept, order, from, step, stride)
    // Without rows from here on nothing says how many went before: it is walked again.
    if (!next) walk.places = []
    else walk.places.push(...next.places)
    if (!next?.end) return
    walk.isDone = true
    this.#totals.keep(kept, next.end.total, next.end.snapshot)
  }
}

const wholeOf = (shape: ListShape): Kept => ({ shape, name: shape.name, where: shape.all, groups: shape.groups })
const nameOf = (kept: Kept, order: Order) => `${order.name} ${kept.name}`
const isPast = ({ isDone, kept, places }: Walk, offset: number) => isDone || places.slice(-1).some((last) => rowsBefore(last, kept) > offset)
