import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Who was invited to be an administrator. The row becomes one of `people` when it is accepted: until then nobody can
 * sign in, or ask for a password, with it.
 */
export const invitations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      `create table invitations (
        _id text primary key,
        full_name text not null,
        email text not null,
        admin_role text not null check (admin_role in ('owner', 'admin', 'support', 'viewer')),
        "tokenHash" text not null unique,
        "createdAt" timestamptz(3) not null,
        "expiresAt" timestamptz(3) not null,
        "invitedBy" text references people (_id)
      )`,
      'create unique index invitations_email on invitations (lower(email))',
    ])
      await sql.raw(statement).execute(db)
  },
}
