import { listAnswer, listQuery, user } from '@interline/shared/contract'
import type { App, Services } from '../http/app-types.ts'
import { csvFile, streamCsv, type CsvColumns } from '../http/stream-csv.ts'
import { streamList } from '../http/stream-list.ts'
import { userToWire } from '../http/wire.ts'
import { metaOf } from '../repositories/list.ts'
import { allUsers, pageOfUsers, type UserRow, usersInBatches } from '../repositories/users.ts'

const columns: CsvColumns<UserRow> = {
  Id: ({ _id }) => _id,
  'Full Name': ({ full_name }) => full_name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Address: ({ address }) => address,
  'Created At': ({ createdAt }) => createdAt.toISOString(),
}

export function registerUsers(app: App, { db, patient, links, lists }: Services) {
  app.get('/admin/users', {
    config: { access: ['admin'] },
    schema: { tags: ['users'], querystring: listQuery, response: { 200: listAnswer(user) } },
  }, async (request, reply) => {
    if (Object.keys(request.query).length === 0) return streamList(reply, allUsers(patient), userToWire(links))
    const page = await pageOfUsers(db, lists, request.query)
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
    return { success: true as const, data: page.rows.map(userToWire(links)), meta: metaOf(page, request.query) }
  })

  app.get('/admin/users.csv', {
    config: { access: ['admin'] },
    schema: { tags: ['users'], summary: 'The rows that the same query of the list keeps, as a file; not paged', querystring: listQuery, response: csvFile },
  }, async (request, reply) => streamCsv({ db, request, reply }, 'users', usersInBatches(patient, lists, request.query), columns))
}
