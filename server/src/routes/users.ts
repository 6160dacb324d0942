import { listAnswer, listQuery, user } from '@interline/shared/contract'
import type { App, Services } from '../http/app-types.ts'
import { streamList } from '../http/stream-list.ts'
import { userToWire } from '../http/wire.ts'
import { boundsOf } from '../repositories/list.ts'
import { allUsers, pageOfUsers } from '../repositories/users.ts'

export function registerUsers(app: App, { db, links }: Services) {
  app.get('/admin/users', {
    config: { access: ['admin'] },
    schema: { tags: ['users'], querystring: listQuery, response: { 200: listAnswer(user) } },
  }, async (request, reply) => {
    if (Object.keys(request.query).length === 0) return streamList(reply, allUsers(db), userToWire(links))
    const { rows, total } = await pageOfUsers(db, request.query)
    return { success: true as const, data: rows.map(userToWire(links)), meta: { total, ...boundsOf(request.query) } }
  })
}
