import { hashToken, newToken, startSession } from '../../auth/sessions.ts'
import { personKeys } from '../../database/search-keys.ts'
import type { Database } from '../../database/tables.ts'
import type { Role } from '../../database/tables/people.ts'
import { createSession, revokeSession } from '../../repositories/accounts/sessions.ts'
import { groups, type Group } from './who-may.ts'

export const roles: Role[] = ['admin', 'driver', 'user']

export type Person = { _id: string; role: Role }

/** People of the demo data; each is somebody else. */
export async function peopleOf(db: Database, role: Role, many: number): Promise<Person[]> {
  const rows = await db
    .selectFrom('people')
    .select(['_id', 'role'])
    .where('role', '=', role)
    .orderBy('_id')
    .limit(many)
    .execute()
  if (rows.length < many) throw new Error(`the demo data has ${rows.length} of ${many} people with the role ${role}`)
  return rows
}

/** Somebody of a group: an administrator with a role of their own, a driver or a user. */
export async function oneOf(db: Database, group: Group): Promise<Person> {
  const people = await db
    .selectFrom('people')
    .select(['_id', 'role', 'admin_role'])
    .where('role', 'in', roles)
    .orderBy('_id')
    .execute()
  const found = people.find(({ role, admin_role }) => (admin_role ?? role) === group)
  if (!found) throw new Error(`nobody is ${group}`)
  return { _id: found._id, role: found.role }
}

type Kind = {
  name: string
  /** The person whom the server must see; undefined for nobody. */
  group?: Group
  /** The headers of a call of this kind. Each has a session of its own, because a call may end it. */
  headers(db: Database): Promise<Record<string, string>>
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
export const sessionOf = async (db: Database, group: Group) => startSession(db, (await oneOf(db, group))._id, false)
const claims = { 'public-request': 'true', 'x-role': 'admin', 'x-user-id': 'admin', cookie: 'role=admin' }

/** The people who can stand behind a call. */
export const kinds: Kind[] = [
  { name: 'nobody', headers: async () => ({}) },
  { name: 'nobody with public-request and other claims', headers: async () => claims },
  ...groups.map((group) => ({
    name: group,
    group,
    headers: async (db: Database) => bearer(await sessionOf(db, group)),
  })),
  {
    name: 'a viewer who claims to be an owner',
    group: 'viewer',
    headers: async (db) => ({ ...claims, 'x-admin-role': 'owner', ...bearer(await sessionOf(db, 'viewer')) }),
  },
  {
    name: 'an administrator who was disabled',
    async headers(db) {
      const at = new Date()
      const values = { _id: 'disabled', role: 'admin', admin_role: 'owner', full_name: 'Dan', createdAt: at } as const
      await db
        .insertInto('people')
        .values({ ...values, ...personKeys(values), disabledAt: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return bearer(await startSession(db, values._id, false))
    },
  },
  {
    name: 'a rider with public-request and other claims',
    group: 'user',
    headers: async (db) => ({ ...claims, ...bearer(await sessionOf(db, 'user')) }),
  },
  {
    name: 'an administrator whose session was ended',
    async headers(db) {
      const token = await sessionOf(db, 'admin')
      await revokeSession(db, hashToken(token))
      return bearer(token)
    },
  },
  {
    name: 'an administrator whose session is over',
    async headers(db) {
      const token = newToken()
      const [person] = await peopleOf(db, 'admin', 1)
      await createSession(db, hashToken(token), person?._id ?? '', -1)
      return bearer(token)
    },
  },
  { name: 'a forged token', headers: async () => bearer(newToken()) },
  {
    name: 'the hash of an administrator’s token',
    headers: async (db) => bearer(hashToken(await sessionOf(db, 'admin'))),
  },
  {
    name: 'a JSON web token that is signed by nobody',
    headers: async () => bearer('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiIsInJvbGUiOiJhZG1pbiJ9.'),
  },
  {
    name: 'an administrator’s token as a password',
    headers: async (db) => ({ authorization: `Basic ${btoa(`admin:${await sessionOf(db, 'admin')}`)}` }),
  },
]
