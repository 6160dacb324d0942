import { sql } from 'kysely'
import { expect } from 'vitest'
import { createNotification, listNotifications } from '../../../repositories/notifications.ts'
import { itOnBothDatabases } from '../../../testing/services.ts'
import { createTestDatabase } from '../../../testing/test-server.ts'
import { migrate, openDatabases } from '../../open.ts'

const registered = { kind: 'user-registered', subject: { kind: 'user', _id: 'u1' } } as const

itOnBothDatabases('keeps what was read, and the order by time, on %s', async (database) => {
  const { location, drop } = await createTestDatabase(database)
  const { db, close } = await openDatabases(location, undefined, { asItIs: true })
  try {
    await migrate(db, '008-known-addresses')
    await sql`insert into people (_id, role, full_name, "createdAt") values ('a', 'admin', 'Maya', '2025-12-31')`.execute(
      db,
    )
    await sql`insert into notifications (_id, title, body, "createdAt") values
      ('n3', 'Third', '', '2026-01-03'), ('n1', 'First', '', '2026-01-01'), ('n2', 'Second', '', '2026-01-02')`.execute(
      db,
    )
    await sql`insert into notification_marks values ('a', '2026-01-02')`.execute(db)
    await migrate(db)
    const { _id } = await createNotification(db, { ...registered, title: 'Fourth', body: '' })
    expect((await listNotifications(db, 'a')).map((one) => [one._id, one.read])).toEqual([
      [_id, false],
      ['n3', false],
      ['n2', true],
      ['n1', true],
    ])
  } finally {
    await close()
    await drop()
  }
})
