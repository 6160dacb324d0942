import { sql } from 'kysely'
import {
  isShortWord,
  readSearch,
  type AuditActor,
  type AuditKept,
  type AuditListQuery,
  type Permission,
} from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import type { Role } from '../../database/tables/people.ts'
import { all, has, searchOf, type Condition, type List } from '../../lists/list.ts'

const columns = [
  '_id',
  'serial',
  'createdAt',
  'actorId',
  'actorName',
  'actorRole',
  'act',
  'resource',
  'targetId',
  'targetName',
  'before',
  'after',
  'requestId',
  'address',
] as const

export type AuditRow = {
  _id: string
  serial: string
  createdAt: Date
  actorId: string | null
  actorName: string | null
  actorRole: Role | null
  act: string
  resource: string
  targetId: string | null
  targetName: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  requestId: string | null
  address: string | null
}

/** The permission that one needs to read what an entry says about such a record; nothing for all others. */
const neededFor: Record<string, Permission> = {
  driver: 'drivers:read',
  drivers: 'drivers:read',
  user: 'users:read',
  users: 'users:read',
  person: 'users:read',
  ride: 'rides:read',
  'driver-rides': 'rides:read',
  booking: 'rides:read',
  'user-rides': 'rides:read',
}

/** Whether somebody may read what entries say about such records. */
export type CanRead = (permission: Permission) => boolean

export const isReadable = (resource: string, canRead: CanRead) => {
  const needed = Object.hasOwn(neededFor, resource) ? neededFor[resource] : undefined
  return needed === undefined || canRead(needed)
}

const resourcesOfPeople = ['driver', 'user', 'person', 'administrator']
/** So many people whose name is the search term are looked for in the audit. */
const mostNamed = 200

/** The people whose name, address or phone contains the search term, at most `mostNamed`: the audit has their ids. */
export async function findNamed(db: Database, query: AuditListQuery): Promise<string[]> {
  if (!query.q) return []
  // The index of each role finds its own.
  const found = (role: Role) =>
    sql`(select _id from people where role = ${sql.lit(role)} and ${all(searchOf(query))} limit ${mostNamed}::int)`
  const { rows } = await sql<{ _id: string }>`${found('admin')} union all ${found('driver')} union all ${found('user')}
    limit ${mostNamed}::int`.execute(db)
  return rows.map(({ _id }) => _id)
}

/** The audit as one person may read it, searched with `named`. What they may not read is not searched either. */
export const auditList = (canRead: CanRead, named: readonly string[]): List<AuditRow, AuditListQuery> => ({
  table: 'audit_list',
  columns,
  where: sql`true`,
  sort: { createdAt: { column: 'createdAt', type: 'timestamptz' } },
  filter: ({ actor_id, act, resource, target_id }) => [
    ...(actor_id === undefined ? [] : [sql`"actorId" = ${actor_id}`]),
    ...(act === undefined ? [] : [sql`act = ${act}`]),
    ...(resource === undefined ? [] : [sql`resource = ${resource}`]),
    ...(target_id === undefined ? [] : [sql`"targetId" = ${target_id}`]),
  ],
  search: (query) => [
    ...(query.q ? [sql`(${sql.join(found(query, named), sql` or `)})`] : []),
    ...(query.q ? hidden(canRead).map((resource) => sql`resource <> ${resource}`) : []),
  ],
})

const hidden = (canRead: CanRead) => Object.keys(neededFor).filter((resource) => !isReadable(resource, canRead))

/** Entries that contain the term, and those by and about people whom it names. */
function found({ q = '' }: AuditListQuery, named: readonly string[]): Condition[] {
  const { words } = readSearch(q)
  const people = sql`${named}::text[]`
  return [
    words.every(isShortWord) ? sql`false` : all(words.map((word) => has(word))),
    sql`"actorId" = any(${people})`,
    sql`(resource = any(${resourcesOfPeople}::text[]) and "targetId" = any(${people}))`,
  ]
}

/** All administrators, by name. */
export async function findActors(db: Database): Promise<AuditActor[]> {
  return db
    .selectFrom('people')
    .select(['_id', 'full_name'])
    .where('role', '=', 'admin')
    .orderBy(sql`"nameKey"`)
    .limit(1000)
    .execute()
}

/** From when on there are entries; their numbers begin with 1. */
export async function findKept(db: Database): Promise<AuditKept> {
  const oldest = await db.selectFrom('audit').select(['at', 'sequence']).orderBy('sequence').limit(1).executeTakeFirst()
  return { since: oldest?.at.toISOString() ?? null, removed: Number(oldest?.sequence ?? 1) - 1 }
}
