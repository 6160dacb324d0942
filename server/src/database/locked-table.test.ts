import { sql } from 'kysely'
import { expect } from 'vitest'
import { waitingCallers } from '../testing/database/waiting-callers.ts'
import { itUnless, without } from '../testing/services.ts'
import { startTestServer } from '../testing/test-server.ts'

itUnless(without('PostgreSQL'))(
  'answers another list while the table of people is locked and fifty ask for drivers',
  async () => {
    const server = await startTestServer('PostgreSQL', { DEMO_ROWS: '5' })
    let release: () => void = () => undefined
    const until = new Promise<void>((resolve) => (release = resolve))
    try {
      const token = await server.signIn()
      const list = (path: string) => server.call('GET', `${path}?page=1`, { token })
      expect((await list('/admin/drivers')).status).toBe(200)
      let locked: () => void = () => undefined
      const isLocked = new Promise<void>((resolve) => (locked = resolve))
      const holding = server.db.transaction().execute(async (tx) => {
        await sql`lock table people in access exclusive mode`.execute(tx)
        locked()
        await until
      })
      await isLocked
      const callers = waitingCallers(server.db, 'PostgreSQL')
      const statuses: number[] = []
      const ask = async () => void statuses.push((await list('/admin/drivers')).status)
      const drivers = Promise.all(Array.from({ length: 50 }, ask))
      await expect.poll(callers).toBeGreaterThan(0)
      for (let at = 0; at < 4; at += 1) expect((await list('/admin/user/rides')).status).toBe(200)
      expect(await callers()).toBeGreaterThan(0)
      await expect.poll(() => statuses).toContain(503)
      release()
      await holding
      await drivers
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
      expect((await list('/admin/drivers')).status).toBe(200)
    } finally {
      release()
      await server.close()
    }
  },
  30_000,
)
