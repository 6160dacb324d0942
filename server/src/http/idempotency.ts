import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database, Tx } from '../database/tables.ts'
import { inTransaction } from '../repositories/audit.ts'
import { callerOf } from './access.ts'
import type { App } from './app.ts'
import { fieldError, HttpError } from './http-error.ts'

const header = 'idempotency-key'
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Reads the `Idempotency-Key` of each changing request: 1 to 255 visible characters
 * (draft-ietf-httpapi-idempotency-key-header).
 */
export function registerIdempotency(app: App) {
  app.decorateRequest('idempotencyKey', null)
  app.addHook('onRequest', async (request) => {
    const key = request.headers[header]
    if (key === undefined || !changing.has(request.method)) return
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
      throw fieldError('Idempotency-Key', 'must have 1 to 255 visible characters without spaces')
    request.idempotencyKey = key
  })
}

type Call = {
  db: Database
  request: FastifyRequest
  reply: FastifyReply
  /** All that the key stands for beside method and address, if not the body. */
  content?: unknown
}

type Answer<Result> = Result extends { data: infer Data } ? { success: true; data: Data } : { success: true }

/**
 * Runs `work` in one transaction, its audit entries last, and answers with the `data` that it returned, if any. Once
 * that is committed, `announce` gets what it returned. With an `Idempotency-Key` the answer is stored in that
 * transaction: a request that is sent again within 24 hours gets the stored answer and `Idempotency-Replayed: true`,
 * and nothing is announced. An error changes nothing and is not stored.
 */
export async function runOnce<Result>(
  { db, request, reply, content = request.body }: Call,
  work: (tx: Tx) => Promise<Result>,
  announce: (result: Result) => unknown = () => undefined,
): Promise<Answer<Result>> {
  const { idempotencyKey: key } = request
  const keyed =
    key === null ? undefined : { callerId: callerOf(request)._id, key, requestHash: hashOf(request, content) }
  const outcome = await inTransaction(db, async (tx) => {
    const earlier = keyed && (await findAnswer(tx, keyed))
    if (earlier) return { answer: earlier as Answer<Result> }
    const result = await work(tx)
    const data = typeof result === 'object' && result !== null && 'data' in result ? { data: result.data } : {}
    const answer = { success: true, ...data } as Answer<Result>
    if (keyed) await storeAnswer(tx, keyed, answer)
    return { answer, result: { given: result } }
  })
  if (outcome.result) await announce(outcome.result.given)
  else void reply.header('idempotency-replayed', 'true')
  return outcome.answer
}

const hashOf = ({ method, url }: FastifyRequest, content: unknown) =>
  createHash('sha256')
    .update(JSON.stringify([method, url, content ?? null]))
    .digest('hex')

/** Marks an event with the request that caused it, so that the client that sent it knows its own change. */
export const causedBy = ({ idempotencyKey }: FastifyRequest) => (idempotencyKey === null ? {} : { by: idempotencyKey })

type Keyed = { callerId: string; key: string; requestHash: string }

const storedMilliseconds = 24 * 3_600_000

/** Makes this transaction the only one with the key, on any node, until it ends; false when another one is. */
export async function claimKey(tx: Tx, { callerId, key }: Pick<Keyed, 'callerId' | 'key'>): Promise<boolean> {
  const name = `${callerId} ${key}`
  const { rows } = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 20240503)) as claimed`.execute(tx)
  return rows[0]?.claimed === true
}

/** The answer that this key got. Throws an `HttpError` for a key that is in use, or belongs to another request. */
async function findAnswer(tx: Tx, keyed: Keyed): Promise<unknown> {
  if (!(await claimKey(tx, keyed)))
    throw new HttpError(409, 'This request is being worked on', {
      detail: 'Another request with the same Idempotency-Key has not ended yet.',
      retryAfterSeconds: 1,
    })
  const earlier = await tx
    .selectFrom('repeatable_answers')
    .select(['requestHash', 'answer'])
    .where('callerId', '=', keyed.callerId)
    .where('key', '=', keyed.key)
    .where('createdAt', '>', new Date(Date.now() - storedMilliseconds))
    .executeTakeFirst()
  if (earlier && earlier.requestHash !== keyed.requestHash)
    throw new HttpError(422, 'This Idempotency-Key belongs to another request', {
      detail: 'It came with another method, address or body before.',
    })
  return earlier?.answer
}

async function storeAnswer(tx: Tx, { callerId, key, requestHash }: Keyed, answer: object): Promise<void> {
  const stored = { requestHash, answer: JSON.stringify(answer), createdAt: new Date() }
  await tx
    .insertInto('repeatable_answers')
    .values({ callerId, key, ...stored })
    .onConflict((conflict) => conflict.columns(['callerId', 'key']).doUpdateSet(stored))
    .execute()
}

/** Forgets answers that are no longer given. */
export async function forgetOldAnswers(db: Database): Promise<void> {
  await db
    .deleteFrom('repeatable_answers')
    .where('createdAt', '<=', new Date(Date.now() - storedMilliseconds))
    .execute()
}
