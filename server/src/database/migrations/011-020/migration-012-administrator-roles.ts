import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Administrators have a role of their own, can be disabled, and it is noted when they signed in last. Those from before
 * could do everything: they are owners.
 */
export const administratorRoles: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      `alter table people
        add column admin_role text check (admin_role in ('owner', 'admin', 'support', 'viewer')),
        add column "disabledAt" timestamptz(3),
        add column "signedInAt" timestamptz(3)`,
      `update people set admin_role = 'owner' where role = 'admin'`,
      `alter table people add constraint people_admin_role check ((role = 'admin') = (admin_role is not null))`,
    ])
      await sql.raw(statement).execute(db)
  },
}
