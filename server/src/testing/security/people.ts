import { hashToken, newToken, startSession } from '../../auth/sessions.ts'
import type { Database, Role } from '../../database/tables.ts'
import { createSession, revokeSession } from '../../repositories/accounts/sessions.ts'

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

type Kind = {
  name: string
  /** The role that the server must see; undefined for nobody. */
  role?: Role
  /** The headers of a call of this kind. Each has a session of its own, because a call may end it. */
  headers(db: Database): Promise<Record<string, string>>
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const sessionOf = async (db: Database, role: Role) => {
  const [person] = await peopleOf(db, role, 1)
  if (!person) throw new Error(`nobody is ${role}`)
  return startSession(db, person._id, false)
}
const claims = { 'public-request': 'true', 'x-role': 'admin', 'x-user-id': 'admin', cookie: 'role=admin' }

/** Who can stand behind a call. */
export const kinds: Kind[] = [
  { name: 'nobody', headers: async () => ({}) },
  { name: 'nobody with public-request and other claims', headers: async () => claims },
  ...roles.map((role) => ({
    name: role,
    role,
    headers: async (db: Database) => bearer(await sessionOf(db, role)),
  })),
  {
    name: 'a rider with public-request and other claims',
    role: 'user',
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
