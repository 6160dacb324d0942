import { done, erasePerson } from '@interline/shared/contract/schemas'
import type { Tx } from '../../database/tables.ts'
import { actorOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { causedBy, runOnce } from '../../http/idempotency.ts'
import * as accounts from '../../repositories/accounts/erase-person.ts'
import { forgetUnfiled } from '../../repositories/documents.ts'
import type { Services } from '../../services.ts'

/**
 * `POST /admin/people/erase`, for owners who confirmed that it is them: all that says who a driver or user is goes for
 * good, and their sessions end. 404 for nobody, for an administrator, and for who was erased before. What a backup from
 * before holds is there as long as the backup (docs/operating.md).
 */
export function registerErasePerson(app: App, { db, files, broadcast }: Services) {
  app.post(
    '/admin/people/erase',
    {
      config: { permission: 'people:erase', confirmed: true },
      schema: { tags: ['records'], body: erasePerson, response: { 200: done } },
    },
    (request, reply) => {
      const { _id } = request.body
      const work = (tx: Tx) => accounts.erasePerson(tx, { actor: actorOf(request), _id })
      return runOnce({ db, request, reply }, work, async ({ role, documents }) => {
        broadcast.endSessionsOf(_id)
        broadcast.rowsChanged({
          resource: role === 'driver' ? 'drivers' : 'users',
          _id,
          kind: 'changed',
          ...causedBy(request),
        })
        for (const resource of ['user-rides', 'driver-rides', 'chats'] as const) broadcast.rowsChanged({ resource })
        // All that cannot be removed now is removed within two hours by the sweep of documents.
        await Promise.all(documents.map((key) => files.remove(key)))
          .then(() => forgetUnfiled(db, documents))
          .catch(() => undefined)
      })
    },
  )
}
