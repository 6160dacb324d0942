import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SavedView } from '@interline/shared/contract'
import {
  answer,
  changeView,
  createView,
  deleteView,
  done,
  id,
  savedView,
  shareView,
} from '@interline/shared/contract/schemas'
import { missingPermission } from '../../auth/permissions.ts'
import { actorOf, callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { runOnce } from '../../http/idempotency.ts'
import type { Caller } from '../../repositories/accounts/sessions.ts'
import * as views from '../../repositories/accounts/saved-views.ts'
import type { Services } from '../../services.ts'
import { viewLists } from './view-lists.ts'

const success = { success: true as const }
const tags = ['views']
/** A person who may change records shares views with the others, and changes those that are shared. */
const sharing = 'notes:write'

/**
 * Lists that administrators saved under a name: `GET /admin/views` has one's own and those that all share, and `POST
 * /admin/views`, `…/change`, `…/share` and `…/delete` write them. Somebody else's own answers 404, a shared one 403 to
 * who may not share. 409: the person has a view of that name, there are enough, or somebody changed it meanwhile. What
 * happens to a shared one is in the audit.
 */
export function registerSavedViews(app: App, { db }: Services) {
  const config = { permission: 'every-role' as const }

  app.get(
    '/admin/views',
    { config, schema: { tags, response: { 200: answer(z.array(savedView)) } } },
    async (request) => ({ ...success, data: await viewsFor(callerOf(request), db) }),
  )

  app.post(
    '/admin/views',
    { config, schema: { tags, body: createView, response: { 200: answer(z.object({ _id: id })) } } },
    async (request, reply) => {
      viewLists.get(request.body.path)?.check(request.body.query)
      return runOnce({ db, request, reply }, async (tx) => ({
        data: { _id: await views.createView(tx, callerOf(request)._id, request.body) },
      }))
    },
  )

  app.post(
    '/admin/views/change',
    { config, schema: { tags, body: changeView, response: { 200: done } } },
    async (request, reply) => {
      const { query } = request.body
      return runOnce({ db, request, reply }, async (tx) => {
        const path = await views.changeView(tx, viewActorOf(request), request.body)
        if (query !== undefined) viewLists.get(path)?.check(query)
      })
    },
  )

  app.post(
    '/admin/views/share',
    { config: { ...config, permission: sharing }, schema: { tags, body: shareView, response: { 200: done } } },
    (request, reply) =>
      runOnce({ db, request, reply }, (tx) =>
        views.shareView(tx, viewActorOf(request), request.body._id, request.body.is_shared),
      ),
  )

  app.post(
    '/admin/views/delete',
    { config, schema: { tags, body: deleteView, response: { 200: done } } },
    (request, reply) =>
      runOnce({ db, request, reply }, (tx) => views.deleteView(tx, viewActorOf(request), request.body._id)),
  )
}

/** The views that somebody sees: their own and the shared ones, but those of the four lists that they may not read. */
export async function viewsFor(caller: Caller, db: Services['db']): Promise<SavedView[]> {
  const rows = await views.listViews(db, caller._id)
  return rows
    .filter(({ path }) => missingPermission(caller, viewLists.get(path)?.permission ?? 'every-role') === undefined)
    .map(({ _id, name, path, query, isShared, ownerId, ownerName, revision }) => ({
      ...{ _id, name, path, query, is_shared: isShared, is_own: ownerId === caller._id, revision },
      owner: { _id: ownerId, full_name: ownerName },
    }))
}

function viewActorOf(request: FastifyRequest): views.ViewActor {
  return { ...actorOf(request), mayShare: missingPermission(callerOf(request), sharing) === undefined }
}
