import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReadyDatabase } from '../../testing/test-server.ts'
import { openDatabase } from '../open.ts'
import type { Database } from '../tables.ts'

let db: Database
beforeAll(async () => void (db = await openDatabase((await createReadyDatabase('PGlite')).location)))
afterAll(() => db.destroy())

type Column = { table: string; column: string }

it('says of each foreign key what becomes of a row when the one that it names goes', async () => {
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where contype = 'f' and confdeltype = 'a'`.execute(db)
  expect(rows).toEqual([])
})

it('has a foreign key for each column that names a row of one table', async () => {
  const { rows } = await sql<Column>`select relname as table, attname as column from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = current_schema()::regnamespace
    where attnum > 0 and (attname ~ '(Id|By)$' or attname ~ '._id$')
      and not exists (select from pg_constraint where contype = 'f' and conrelid = attrelid and attnum = any(conkey))
    order by 1, 2`.execute(db)
  expect(rows.map(({ table, column }) => `${table}.${column}`)).toEqual([
    // The audit outlives what it names.
    'audit.actorId',
    'audit.requestId',
    // One of several tables, which `resource` says.
    'audit.targetId',
    // Ids of others: a browser, an account at Stripe.
    'messages.clientId',
    'notes.targetId',
    'notification_rows.targetId',
    'notifications.targetId',
    'passkeys.credentialId',
    'people.state_id',
    'people.stripe_connect_id',
  ])
})

it('says in one way what points at several kinds', async () => {
  const { rows } =
    await sql<Column>`select table_name as table, string_agg(column_name, ' ' order by column_name) as column
    from information_schema.columns where table_schema = current_schema() and column_name in ('resource', 'targetId', 'noun')
    group by 1 order by 1`.execute(db)
  expect(rows.map(({ table, column }) => `${table}: ${column}`)).toEqual([
    'audit: resource targetId',
    'audit_list: resource targetId',
    'notes: resource targetId',
    'notification_rows: targetId',
    'notifications: resource targetId',
  ])
})
