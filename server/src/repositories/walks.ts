import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/tables.ts'
import type { Order } from './list.ts'
import type { Kept } from './long-lists.ts'
import { changesOfGroups, forgottenAfterMilliseconds, oldestMilliseconds, unchangedSince, type Totals } from './totals.ts'

type Key = unknown[]
/** How many rows there are of each group; one group where the walk is not over all rows. */
type Counts = Record<string, number>
/** A place in a walk: how many rows came before the key at a snapshot. */
type Place = { key: Key; before: Counts; snapshot: string; checkedAt: number }
type Walk = { kept: Kept; order: Order; step: number; places: Place[]; usedAt: number; isPatient: boolean; state: 'waiting' | 'walking' | 'done' }

type Step = Record<string, unknown> & { by: Counts | null; snapshot: string }
type Wanted = { offset: number; limit: number; total?: number; isShort: boolean; isPart: boolean; near: number; step: number }

const most = 200
const mostWaiting = 4
/** So many steps are walked at once. */
const stride = 5
/** So many places are put right by one statement. */
const together = 100

/** Pages of an order, walked to from the nearer end or from the nearest place that was passed before. */
export class Walks {
  readonly #db: Database
  readonly #totals: Totals
  readonly #walks = new Map<string, Walk>()
  readonly #waiting: Walk[] = []
  readonly #patient: Walk[] = []
  #working: Promise<void> | undefined
  #isClosed = false

  constructor(db: Database, totals: Totals) {
    this.#db = db
    this.#totals = totals
  }

  async page(kept: Kept, order: Order, { offset, limit, total, isShort, isPart, near, step }: Wanted): Promise<string[]> {
    const behind = total === undefined ? Infinity : total - offset - limit
    if (!isShort && (isPart || (offset > near && behind > near))) {
      const place = await this.#placeBefore(this.learn(kept, order, step), kept, offset)
      if (place) return idsOf(await this.#rows(isPart ? byGroup(kept) : kept, order, { from: place.key, skip: offset - sumOf(place.before, kept), limit }))
    }
    if (offset <= behind) return idsOf(await this.#rows(kept, order, { skip: offset, limit }))
    const backwards = { ...order, isDown: !order.isDown }
    return idsOf(await this.#rows(kept, backwards, { skip: Math.max(0, behind), limit: Math.min(limit, limit + behind) })).reverse()
  }

  /** The rows with a needle among the first `most` of an order; undefined when they do not fill the page. */
  async firstAmong({ shape, where }: Kept, order: Order, { offset, limit, needle, most }: { offset: number; limit: number; needle: string; most: number }): Promise<string[] | undefined> {
    const { rows } = await sql<{ id: string }>`select _id as id from (
      select _id, "searchText" from ${sql.table(shape.table)} where ${where} order by ${ordering(order)} limit ${most}::bigint) walked
      where strpos("searchText", ${needle}) > 0 limit ${limit}::bigint offset ${offset}::bigint`.execute(this.#db)
    return rows.length < limit ? undefined : rows.map(({ id }) => id)
  }

  async* batches(kept: Kept, order: Order, size: number): AsyncGenerator<string[]> {
    let from: Key | undefined
    for (;;) {
      const rows = await this.#rows(kept, order, { ...(from && { from }), skip: 0, limit: size + 1 })
      if (rows.length > 0) yield idsOf(rows.slice(0, size))
      from = rows[size]
      if (!from) return
    }
  }

  /** Sees to it that the places of a walk become known after this answer, or once nobody waits for another one. */
  learn(wanted: Kept, order: Order, step: number, isPatient = false): Walk {
    const { shape } = wanted
    const kept: Kept = wanted.groups ? { shape, name: shape.name, where: shape.all, groups: shape.groups } : wanted
    const name = `${order.name} ${kept.name}`
    const known = this.#walks.get(name)
    if (known) {
      known.usedAt = Date.now()
      this.#walks.delete(name)
      this.#walks.set(name, known)
      return known
    }
    const walk: Walk = { kept, order, step, places: [], usedAt: Date.now(), isPatient, state: 'waiting' }
    this.#walks.set(name, walk)
    const mayGo = [...this.#walks.values()].filter(({ isPatient, state }) => !isPatient && state === 'done')
    for (const other of mayGo.slice(0, Math.max(0, mayGo.length - most))) this.#forget(other)
    if (isPatient) this.#patient.push(walk)
    else this.#waiting.push(walk)
    if (this.#waiting.length > mostWaiting) this.#forget(this.#waiting.shift())
    this.#working ??= this.#work()
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
    const isOver = ({ isPatient, usedAt, places }: Walk) =>
      (!isPatient && Date.now() - usedAt > forgottenAfterMilliseconds) || places.some(({ checkedAt }) => Date.now() - checkedAt > oldestMilliseconds)
    const done = [...this.#walks.values()].filter(({ state }) => state === 'done')
    for (const walk of done.filter(isOver)) this.#forget(walk)
    const walks = done.filter((walk) => !isOver(walk))
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
    const held = walks.map((walk) => ({ walk, places: walk.places }))
    const snapshot = await unchangedSince(this.#db, table, held.flatMap(({ places }) => places.map((place) => place.snapshot)))
    if (!snapshot) return
    const checkedAt = Date.now()
    for (const { walk, places } of held) walk.places = places.map((place) => ({ ...place, snapshot, checkedAt }))
  }

  /** The last place at or before a row; what is remembered of it is put right first. */
  async #placeBefore(walk: Walk, kept: Kept, offset: number): Promise<Place | undefined> {
    const at = walk.places.findLastIndex(({ before }) => sumOf(before, kept) <= offset)
    for (let nearest = at; nearest >= Math.max(0, at - 1); nearest--) {
      const place = walk.places[nearest]
      if (!place) return undefined
      if (Date.now() - place.checkedAt > oldestMilliseconds) {
        this.#forget(walk)
        return undefined
      }
      const [now = place] = await this.#putRight(walk, [place])
      if (sumOf(now.before, kept) <= offset) return now
    }
    return undefined
  }

  async #putRight(walk: Walk, places: Place[]): Promise<Place[]> {
    const { kept, order } = walk
    const each = places.map(({ key, snapshot }, n) => sql`select ${n}::int as n, (${changesOfGroups(kept, before(order, key), snapshot)}) as by, pg_current_snapshot()::text as snapshot`)
    const { rows } = await sql<{ n: number; by: Counts | null; snapshot: string }>`${sql.join(each, sql` union all `)}`.execute(this.#db)
    const changed = new Map(rows.map(({ n, by, snapshot }) => [places[n]?.key, { by, snapshot }]))
    const right = (place: Place): Place => {
      const found = changed.get(place.key)
      return found ? { ...place, before: added(place.before, found.by), snapshot: found.snapshot, checkedAt: Date.now() } : place
    }
    const now = places.map(right)
    const byKey = new Map(now.map((place) => [place.key, place]))
    walk.places = walk.places.map((place) => byKey.get(place.key) ?? place)
    return now
  }

  #forget(walk: Walk | undefined) {
    if (walk) this.#walks.delete(`${walk.order.name} ${walk.kept.name}`)
  }

  async #work(): Promise<void> {
    const next = () => this.#waiting.pop() ?? this.#patient.shift()
    for (let walk = next(); walk && !this.#isClosed; walk = next()) {
      walk.state = 'walking'
      try {
        await this.#pass(walk)
        walk.state = 'done'
      } catch {
        // The next one who asks has it walked again, and is told what fails by the page itself.
        this.#forget(walk)
      }
    }
    this.#working = undefined
  }

  /** Walks from end to end, some steps at a time so that others get their turn, and counts on the way. */
  async #pass(walk: Walk): Promise<void> {
    const { kept, order, step } = walk
    const table = sql.table(kept.shape.table)
    const { rows: [start] } = await sql<Step>`select ${keysOf(order)}, pg_current_snapshot()::text as snapshot from ${table} where ${kept.where} order by ${ordering(order)} limit 1`.execute(this.#db)
    if (!start) return
    let last: Place = { key: keyOf(order, start), before: {}, snapshot: start.snapshot, checkedAt: Date.now() }
    walk.places.push(last)
    while (!this.#isClosed) {
      const { rows } = await sql<Step & { at: number; passed: Counts }>`
        with passed as materialized (select ${keysOf(order)}, ${groupOf(kept)} as its_group, (row_number() over (order by ${ordering(order)}) - 1)::int as n
          from ${table} where ${kept.where} and ${notBefore(order, last.key)} order by ${ordering(order)} limit ${stride * step + 1}::bigint),
        counted as (select stretch, jsonb_object_agg(its_group, many) as passed
          from (select n / ${step}::int as stretch, its_group, count(*)::int as many from passed group by 1, 2) each group by stretch)
        select ${sql.raw(order.parts.map((_, at) => `k${at}`).join(', '))}, n as at, counted.passed,
          (${changesOfGroups(kept, before(order, last.key), last.snapshot)}) as by, pg_current_snapshot()::text as snapshot
        from passed join counted on n = stretch * ${step}::int order by n`.execute(this.#db)
      const [here] = rows
      if (!here) return
      let sum = added(last.before, here.by)
      for (const row of rows) {
        last = { key: keyOf(order, row), before: sum, snapshot: row.snapshot, checkedAt: Date.now() }
        if (row.at > 0) walk.places.push(last)
        if (row.at < stride * step) sum = added(sum, row.passed)
      }
      if (rows.length <= stride) return this.#totals.keep(kept, sumOf(sum, kept), here.snapshot)
    }
  }

  /** The keys of rows, the `_id` last. */
  async #rows({ shape, name, where }: Kept, order: Order, { from, skip, limit }: { from?: Key; skip: number; limit: number }): Promise<Key[]> {
    // The ends of a whole list are what is asked for most. A plan for any limit would reckon with many rows.
    const isUsual = name === shape.name && !from && skip === 0
    const part = isUsual ? sql.raw(`limit ${Math.trunc(limit)}`) : sql`limit ${limit}::bigint offset ${skip}::bigint`
    const { rows } = await sql<Record<string, unknown>>`select ${isUsual ? prepared : sql``} ${keysOf(order)} from ${sql.table(shape.table)}
      where ${where}${from ? sql` and ${notBefore(order, from)}` : sql``} order by ${ordering(order)} ${part}`.execute(this.#db)
    return rows.map((row) => keyOf(order, row))
  }
}

const groupOf = ({ shape, groups }: Kept) => (groups ? shape.group : sql`''`)
/** The same rows in words that no index is chosen by: from a place on, the order's own is the one. */
const byGroup = (kept: Kept): Kept => ({ ...kept, where: sql`${kept.shape.all} and ${kept.shape.group} || '' = any(${kept.groups ?? []}::text[])` })
const sumOf = (counts: Counts, { groups = [''] }: Kept) => groups.reduce((sum, group) => sum + (counts[group] ?? 0), 0)
const added = (counts: Counts, more: Counts | null): Counts => {
  const sum = { ...counts }
  for (const [group, many] of Object.entries(more ?? {})) sum[group] = (sum[group] ?? 0) + many
  return sum
}
const keysOf = ({ parts }: Order) => sql.join(parts.map((part, at) => sql`${part} as ${sql.raw(`k${at}`)}`))
const keyOf = ({ parts }: Order, row: Record<string, unknown>): Key => parts.map((_, at) => row[`k${at}`])
const idsOf = (rows: Key[]) => rows.map((key) => String(key.at(-1)))
const ordering = ({ parts, isDown }: Order) => sql.join(parts.map((part) => sql`${part} ${sql.raw(isDown ? 'desc' : 'asc')}`))
const compare = ({ parts }: Order, operator: string, key: Key): RawBuilder<unknown> => sql`(${sql.join(parts)}) ${sql.raw(operator)} (${sql.join(key)})`
const before = (order: Order, key: Key) => compare(order, order.isDown ? '>' : '<', key)
const notBefore = (order: Order, key: Key) => compare(order, order.isDown ? '<=' : '>=', key)
