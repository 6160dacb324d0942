import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyAudit } from '../audit/verify-chain.ts'
import type { Database } from '../database/tables.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { inTransaction, recordAct } from './audit.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const actor = { _id: null }
const actsOf = async (db: Database, targetId: string) =>
  (await db.selectFrom('audit').select('act').where('targetId', '=', targetId).orderBy('sequence').execute()).map(
    ({ act }) => act,
  )

it('writes acts when all else of the transaction is written, in their order, as the chain wants them', async () => {
  const acts = ['create', 'edit', 'verify']
  const during = await inTransaction(server.db, async (tx) => {
    for (const act of acts) await recordAct(tx, { actor, act, resource: 'driver', targetId: 'one' })
    return actsOf(tx, 'one')
  })
  expect([during, await actsOf(server.db, 'one')]).toEqual([[], acts])
  expect((await verifyAudit(server.db)).broken).toBeUndefined()
})

it('writes no act of what was not done', async () => {
  const failing = inTransaction(server.db, async (tx) => {
    await recordAct(tx, { actor, act: 'create', resource: 'driver', targetId: 'two' })
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(await actsOf(server.db, 'two')).toEqual([])
})

it('notes no act in a transaction that would not write it last', async () => {
  const raw = server.db
    .transaction()
    .execute((tx) => recordAct(tx, { actor, act: 'create', resource: 'driver', targetId: 'three' }))
  await expect(raw).rejects.toThrow('inTransaction')
})
