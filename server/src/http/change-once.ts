import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Tx } from '../database/tables.ts'
import { claimKey, findAnswer, keepAnswer } from '../repositories/repeatable-answers.ts'
import { callerOf } from './access.ts'
import type { App } from './app-types.ts'
import { Refusal } from './refusal.ts'

const header = 'idempotency-key'
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Looks at the `Idempotency-Key` of each changing request: 1 to 255 visible characters (draft-ietf-httpapi-idempotency-key-header). */
export function registerRepeatKeys(app: App) {
  app.decorateRequest('repeatKey', null)
  app.addHook('onRequest', async (request) => {
    const key = request.headers[header]
    if (key === undefined || !changing.has(request.method)) return
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw new Refusal(400, 'The request is not valid', { errors: [{ field: 'Idempotency-Key', message: 'must have 1 to 255 visible characters without spaces' }] })
    }
    request.repeatKey = key
  })
}

type Call = { db: Database; request: FastifyRequest; reply: FastifyReply }
/** What a change is answered, and what to tell those who are connected once it is there for good. */
type Change<Answer> = { answer: Answer; tell?: () => void }

/**
 * Makes a change in one transaction. With an `Idempotency-Key` its answer is kept in the same transaction: who sends the request again
 * within 24 hours gets that answer and `Idempotency-Replayed: true`, and `isRepeat` is true. Refusals change nothing and are not kept.
 * `sent` is what the key stands for besides method and address; the body unless said otherwise.
 */
export async function changeOnce<Answer extends object>(
  { db, request, reply }: Call, work: (tx: Tx) => Promise<Change<Answer>>, sent: unknown = request.body,
): Promise<{ answer: Answer; isRepeat: boolean }> {
  const { repeatKey } = request
  const keyed = repeatKey === null ? undefined : { callerId: callerOf(request)._id, key: repeatKey }
  const requestHash = keyed && createHash('sha256').update(JSON.stringify([request.method, request.url, sent ?? null])).digest('hex')
  const { answer, tell, isRepeat } = await db.transaction().execute(async (tx): Promise<Change<Answer> & { isRepeat: boolean }> => {
    if (!keyed || !requestHash) return { ...(await work(tx)), isRepeat: false }
    if (!(await claimKey(tx, keyed))) throw new Refusal(409, 'This request is being worked on', { detail: 'Another request with the same Idempotency-Key has not ended yet.', retryAfterSeconds: 1 })
    const kept = await findAnswer(tx, keyed)
    if (kept && kept.requestHash !== requestHash) throw new Refusal(422, 'This Idempotency-Key belongs to another request', { detail: 'It came with another method, address or body before.' })
    if (kept) return { answer: kept.answer as Answer, isRepeat: true }
    const change = await work(tx)
    await keepAnswer(tx, keyed, requestHash, change.answer)
    return { ...change, isRepeat: false }
  })
  tell?.()
  if (isRepeat) void reply.header('idempotency-replayed', 'true')
  return { answer, isRepeat }
}
