import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/tables.ts'
import type { Kept } from './kept.ts'

type Counted = { kept: Kept; rows: number; snapshot: string; checkedAt: number; usedAt: number }

const most = 500
const minute = 60_000
/** Changes are kept for 15 minutes: what has not been put right for longer than this is counted anew. */
export const oldestMilliseconds = 8 * minute
export const forgottenAfterMilliseconds = 60 * minute

/** By how much the rows that a condition keeps have become more since a snapshot, and the snapshot that is true for. */
async function changesSince(db: Database, kept: Kept, snapshot: string): Promise<{ by: number; snapshot: string }> {
  const { shape, name } = kept
  const { rows: [found] } = await sql<{ by: number; snapshot: string }>`
    select ${name === shape.name ? prepared : sql``} (select coalesce(sum(sign), 0)::int from ${notSeen(shape.table, snapshot)} and ${allOf(kept)}) as by, pg_current_snapshot()::text as snapshot`.execute(db)
  if (!found) throw new Error(`no snapshot for ${shape.table}`)
  return found
}

/** The same for each group, as an object. */
export const changesOfGroups = (kept: Kept, condition: RawBuilder<unknown>, snapshot: string) => sql`
  select jsonb_object_agg(changed_group, many) from (
    select ${kept.groups ? kept.shape.group : sql`''::text`} as changed_group, sum(sign)::int as many from ${notSeen(kept.shape.table, snapshot)} and ${allOf(kept)} and ${condition} group by 1) changed`

const allOf = ({ where, needle }: Kept) => (needle ? sql`${where} and ${needle.noted}` : where)

/** The changes that a snapshot does not see, to select from. */
const notSeen = (table: string, snapshot: string) => sql`${sql.table(`${table}_changes`)}
  where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`

/** A snapshot of now when no change of a table came after the oldest of these: what was counted at any of them is right at it too. */
export async function unchangedSince(db: Database, table: string, snapshots: string[]): Promise<string | undefined> {
  const oldest = oldestOf(snapshots)
  if (oldest === undefined) return undefined
  const { rows: [found] } = await sql<{ changed: boolean; snapshot: string }>`
    select exists (select from ${notSeen(table, oldest)}) as changed, pg_current_snapshot()::text as snapshot`.execute(db)
  return found?.changed === false ? found.snapshot : undefined
}

/** `xmin:xmax:…` of a snapshot that was taken no later than any of them. A later one sees more: neither number goes down. */
function oldestOf(snapshots: string[]): string | undefined {
  const numbers = (snapshot: string) => snapshot.split(':').slice(0, 2).map(BigInt) as [bigint, bigint]
  const isOlder = (one: string, other: string) => {
    const [[xmin, xmax], [otherXmin, otherXmax]] = [numbers(one), numbers(other)]
    return xmax === otherXmax ? xmin < otherXmin || (xmin === otherXmin && one.length > other.length) : xmax < otherXmax
  }
  return snapshots.reduce<string | undefined>((oldest, one) => (oldest === undefined || isOlder(one, oldest) ? one : oldest), undefined)
}

/** How many rows there are of what is asked for: counted once, then put right by the changes since. */
export class Totals {
  readonly #db: Database
  readonly #counted = new Map<string, Counted>()

  constructor(db: Database) {
    this.#db = db
  }

  async of(kept: Kept): Promise<number> {
    const known = await this.ifKnown(kept.name)
    if (known !== undefined) return known
    const { rows: [found] } = await sql<{ rows: number; snapshot: string }>`
      select count(*)::int as rows, pg_current_snapshot()::text as snapshot from ${sql.table(kept.shape.table)} where ${allOf(kept)}`.execute(this.#db)
    if (!found) throw new Error(`no count of ${kept.name}`)
    this.keep(kept, found.rows, found.snapshot)
    return found.rows
  }

  /** The number of those that were counted before. */
  async ifKnown(name: string): Promise<number | undefined> {
    const known = this.#counted.get(name)
    if (!known || Date.now() - known.checkedAt > oldestMilliseconds) return undefined
    return (await this.#putRight(known, Date.now())).rows
  }

  /** What it was a moment ago, counted only if it never was. */
  lastOf = async (kept: Kept) => this.lately(kept.name) ?? this.of(kept)

  /** What it was a moment ago. */
  lately = (name: string) => this.#counted.get(name)?.rows

  keep(kept: Kept, rows: number, snapshot: string): void {
    this.#counted.delete(kept.name)
    this.#counted.set(kept.name, { kept, rows, snapshot, checkedAt: Date.now(), usedAt: Date.now() })
    for (const name of this.#counted.keys()) {
      if (this.#counted.size <= most) break
      this.#counted.delete(name)
    }
  }

  /** Keeps what is remembered from growing too old, until `isOver`: with one question for each table where nothing changed. */
  async refresh(isOver: () => boolean): Promise<void> {
    for (const [name, { usedAt, checkedAt }] of this.#counted) {
      if (Date.now() - usedAt > forgottenAfterMilliseconds || Date.now() - checkedAt > oldestMilliseconds) this.#counted.delete(name)
    }
    const held = [...this.#counted.values()]
    for (const table of new Set(held.map(({ kept }) => kept.shape.table))) {
      const ofTable = held.filter(({ kept }) => kept.shape.table === table)
      const snapshot = await unchangedSince(this.#db, table, ofTable.map((counted) => counted.snapshot))
      if (snapshot) for (const counted of ofTable) this.#counted.set(counted.kept.name, { ...counted, snapshot, checkedAt: Date.now() })
      else for (const counted of ofTable) if (!isOver()) await this.#putRight(counted, counted.usedAt)
    }
  }

  async #putRight(counted: Counted, usedAt: number): Promise<Counted> {
    const { by, snapshot } = await changesSince(this.#db, counted.kept, counted.snapshot)
    const next = { ...counted, rows: counted.rows + by, snapshot, checkedAt: Date.now(), usedAt }
    this.#counted.delete(counted.kept.name)
    this.#counted.set(counted.kept.name, next)
    return next
  }
}
