import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Tx } from '../database/tables.ts'
import { inTransaction } from '../repositories/audit.ts'
import { claimKey, findAnswer, storeAnswer } from '../repositories/idempotency-keys.ts'
import { callerOf } from './access.ts'
import type { App } from './app.ts'
import { HttpError } from './http-error.ts'

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
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw new HttpError(400, 'The request is not valid', {
        errors: [{ field: 'Idempotency-Key', message: 'must have 1 to 255 visible characters without spaces' }],
      })
    }
    request.idempotencyKey = key
  })
}

type Call = { db: Database; request: FastifyRequest; reply: FastifyReply }

type Outcome<Result extends { answer: object }> =
  (Result & { isReplay: false }) | { answer: Result['answer']; isReplay: true }

/**
 * Runs `work` in one transaction, its audit entries last, and returns what it returned. With an `Idempotency-Key` the
 * answer is stored in that transaction: a request that is sent again within 24 hours gets the stored answer and
 * `Idempotency-Replayed: true`, `isReplay` is true, and nothing else of the first result is known. An error changes
 * nothing and is not stored. The key stands for the method, the address and `content`, which is the body if not given.
 */
export async function runOnce<Result extends { answer: object }>(
  { db, request, reply }: Call,
  work: (tx: Tx) => Promise<Result>,
  content: unknown = request.body,
): Promise<Outcome<Result>> {
  const { idempotencyKey: key } = request
  if (key === null) return { ...(await inTransaction(db, work)), isReplay: false }
  const keyed = { callerId: callerOf(request)._id, key }
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, content ?? null]))
    .digest('hex')
  return inTransaction(db, async (tx) => {
    if (!(await claimKey(tx, keyed)))
      throw new HttpError(409, 'This request is being worked on', {
        detail: 'Another request with the same Idempotency-Key has not ended yet.',
        retryAfterSeconds: 1,
      })
    const earlier = await findAnswer(tx, keyed)
    if (earlier && earlier.requestHash !== requestHash)
      throw new HttpError(422, 'This Idempotency-Key belongs to another request', {
        detail: 'It came with another method, address or body before.',
      })
    if (earlier) {
      void reply.header('idempotency-replayed', 'true')
      return { answer: earlier.answer as Result['answer'], isReplay: true }
    }
    const result = await work(tx)
    await storeAnswer(tx, keyed, requestHash, result.answer)
    return { ...result, isReplay: false }
  })
}

/** Marks an event with the request that caused it, so that the client that sent it knows its own change. */
export const causedBy = ({ idempotencyKey }: FastifyRequest) => (idempotencyKey === null ? {} : { by: idempotencyKey })
