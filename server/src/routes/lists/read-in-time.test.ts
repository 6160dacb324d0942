import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabases, type Databases } from '../../database/open.ts'
import { describeUnless, without } from '../../testing/services.ts'
import { createReadyDatabase } from '../../testing/test-server.ts'
import { readInTime } from './read-in-time.ts'

describeUnless(without('PostgreSQL'))('what somebody waits for, on PostgreSQL,', () => {
  let opened: Databases
  let drop: () => Promise<void>
  beforeAll(async () => {
    const created = await createReadyDatabase('PostgreSQL')
    drop = created.drop
    opened = await openDatabases(created.location)
  })
  afterAll(async () => {
    await opened.close()
    await drop()
  })
  const raw = new EventEmitter()
  const reply = { raw } as unknown as FastifyReply
  /** Reads for ever, and says when it has begun. */
  const readLong = (ms: number, begun: () => void = () => undefined) =>
    readInTime(
      opened,
      reply,
      async (db) => {
        begun()
        for (;;) await sql`select pg_sleep(60)`.execute(db)
      },
      ms,
    )

  it('is cancelled with 422 when it takes too long', async () => {
    await expect(readLong(50)).rejects.toMatchObject({ status: 422, extras: { code: 'too-broad' } })
  })

  it('is cancelled when the caller has gone, and the connection serves the next one', async () => {
    await expect(readLong(600_000, () => raw.emit('close'))).rejects.toMatchObject({ code: '57014' })
    const { rows } = await readInTime(opened, reply, (db) => sql<{ one: number }>`select 1 as one`.execute(db))
    expect(rows).toEqual([{ one: 1 }])
  })
})
