import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { hashToken } from '../../../auth/sessions.ts'
import { findSession } from '../../../repositories/accounts/sessions.ts'
import { openDatabases, migrate } from '../../open.ts'

it('makes owners of the administrators from before, and gives nobody else a role', async () => {
  const { db, close } = await openDatabases('memory', undefined, { asItIs: true })
  await migrate(db, '011-audit-chain')
  await sql`insert into people (_id, role, full_name, "createdAt") values
    ('a', 'admin', 'Maya', now()), ('d', 'driver', 'Jane', now()), ('u', 'user', 'Pat', now())`.execute(db)
  await sql`insert into sessions ("tokenHash", "personId", "createdAt", "expiresAt")
    values (${hashToken('a')}, 'a', now(), now() + interval '1 minute')`.execute(db)
  await migrate(db)
  expect(await findSession(db, hashToken('a'))).toMatchObject({ role: 'admin', admin_role: 'owner' })
  const others = await db.selectFrom('people').select('admin_role').where('role', '<>', 'admin').execute()
  expect(others).toEqual([{ admin_role: null }, { admin_role: null }])
  for (const statement of [
    `insert into people (_id, role, full_name, "createdAt") values ('b', 'admin', 'Ann', now())`,
    `update people set admin_role = 'viewer' where _id = 'd'`,
    `update people set admin_role = 'king' where _id = 'a'`,
  ])
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('admin_role')
  await close()
})
