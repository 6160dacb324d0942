import { z } from 'zod'
import { answer, cannedReply, deleteCannedReply, done, id, saveCannedReply } from '@interline/shared/contract/schemas'
import { actorOf, callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { runOnce } from '../../http/idempotency.ts'
import * as replies from '../../repositories/messages/canned-replies.ts'
import type { Services } from '../../services.ts'

/**
 * The canned replies of the caller, and those that all share: `GET /admin/canned-replies`, and `…/save` and
 * `…/delete`. Somebody else's own answers 404. 409: it was changed meanwhile, its shortcut is taken, or there are
 * enough. What happens to a shared one is in the audit.
 */
export function registerCannedReplies(app: App, { db }: Services) {
  const config = { permission: 'notes:write' as const }
  const tags = ['chat']

  app.get(
    '/admin/canned-replies',
    { config, schema: { tags, response: { 200: answer(z.array(cannedReply)) } } },
    async (request) => ({
      success: true as const,
      data: await replies.listCannedReplies(db, callerOf(request)._id),
    }),
  )

  app.post(
    '/admin/canned-replies/save',
    { config, schema: { tags, body: saveCannedReply, response: { 200: answer(z.object({ _id: id })) } } },
    (request, reply) =>
      runOnce({ db, request, reply }, async (tx) => ({
        data: { _id: await replies.saveCannedReply(tx, actorOf(request), request.body) },
      })),
  )

  app.post(
    '/admin/canned-replies/delete',
    { config, schema: { tags, body: deleteCannedReply, response: { 200: done } } },
    (request, reply) =>
      runOnce({ db, request, reply }, (tx) => replies.deleteCannedReply(tx, actorOf(request), request.body._id)),
  )
}
