import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { databasesHere, startTestServer } from '../testing/test-server.ts'

it.skipIf(!(await databasesHere()).includes('PostgreSQL'))(
  'answers another list within a second while the table of people is locked and fifty ask for drivers',
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
      const drivers = Promise.all(Array.from({ length: 50 }, () => list('/admin/drivers')))
      for (let at = 0; at < 4; at += 1) {
        const from = performance.now()
        expect((await list('/admin/user/rides')).status).toBe(200)
        expect(performance.now() - from).toBeLessThan(1000)
        await new Promise((resolve) => setTimeout(resolve, 400))
      }
      release()
      await holding
      const answers = await drivers
      expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
      expect(answers.some(({ status }) => status === 503)).toBe(true)
      expect((await list('/admin/drivers')).status).toBe(200)
    } finally {
      release()
      await server.close()
    }
  },
  30_000,
)
