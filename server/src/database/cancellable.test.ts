import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { sql, type PluginTransformQueryArgs } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeUnless, without } from '../testing/services.ts'
import { createReadyDatabase } from '../testing/test-server.ts'
import { readInTime, TookTooLongError } from './cancellable.ts'
import { openDatabases, type Databases } from './open.ts'

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
  const answer = Object.assign(new EventEmitter(), { closed: false }) as EventEmitter & ServerResponse
  /** Reads for ever, and says when it has begun. */
  const readLong = (ms: number, begun: () => void = () => undefined) =>
    readInTime(
      opened,
      answer,
      async (db) => {
        begun()
        for (;;) await sql`select pg_sleep(60)`.execute(db)
      },
      ms,
    )

  it('is cancelled when it takes too long', async () => {
    await expect(readLong(50)).rejects.toThrow(TookTooLongError)
  })

  it('is cancelled when the caller has gone, and the connection serves the next one', async () => {
    await expect(readLong(600_000, () => answer.emit('close'))).rejects.toMatchObject({ code: '57014' })
    const { rows } = await readInTime(opened, answer, (db) => sql<{ one: number }>`select 1 as one`.execute(db))
    expect(rows).toEqual([{ one: 1 }])
  })

  it('is not begun for a caller who went while it waited for its turn', async () => {
    const gone = Object.assign(new EventEmitter(), { closed: true }) as EventEmitter & ServerResponse
    const read = vi.fn()
    await expect(readInTime(opened, gone, read)).rejects.toThrow('aborted')
    expect(read).not.toHaveBeenCalled()
  })

  it('is cancelled when the caller goes before its first statement', async () => {
    const leave = { transformQuery: ({ node }: PluginTransformQueryArgs) => (answer.emit('close'), node) }
    const db = opened.db.withPlugin({ ...leave, transformResult: ({ result }) => Promise.resolve(result) })
    const sleep = (one: typeof db) => sql`select pg_sleep(60)`.execute(one)
    await expect(readInTime({ ...opened, db }, answer, sleep, 600_000)).rejects.toMatchObject({ code: '57014' })
    // Sooner than the limit of each statement.
  }, 10_000)
})
