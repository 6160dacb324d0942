import type { FastifyReply } from 'fastify'
import pLimit from 'p-limit'
import type { z } from 'zod'
import { listAnswer, type ListQuery, type Permission } from '@interline/shared/contract'
import { callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { auditExport, auditReads, mayExport } from './audit-reads.ts'
import { readInTime } from './read-in-time.ts'
import { csvFile, streamCsv, type CsvColumns } from './stream-csv.ts'
import { streamList } from './stream-list.ts'
import { readInBatches } from '../../lists/positions.ts'
import type { List } from '../../lists/list.ts'
import { readPage } from '../../lists/page.ts'
import type { Caller } from '../../repositories/accounts/sessions.ts'
import type { Services } from '../services.ts'

type ListRoute<Row, Query extends ListQuery, Json> = {
  path: `/${string}`
  tag: string
  permission: Permission
  /** The name of the CSV file and of the export in the audit. */
  name: string
  list: List<Row, Query>
  query: z.ZodType<Query>
  /** The schema of a row in the answer, and what makes it of a row of the database for who reads it. */
  row: z.ZodType<Json>
  toJson: (row: Row, reader: Caller) => Json
  /** The columns of the CSV file. */
  csv: CsvColumns<Row>
}

/** A list whose table is locked leaves others connections. */
const mostOfPool = 0.3

/**
 * Registers the two calls of a list for administrators. `GET path` answers `{success, data}` with every row, newest
 * first (SPEC §7), to those who may export, and the audit records it; with parameters, and to others,
 * `{success, data, meta}` with one page. `GET path.csv` answers all rows that the same
 * parameters keep, as a file. 400 names the parameter that the list does not have.
 */
export function registerList<Row, Query extends ListQuery, Json>(
  app: App,
  services: Services,
  { path, tag, permission, name, list, query, row, toJson, csv }: ListRoute<Row, Query, Json>,
) {
  const { db, longQueries } = services
  const inTurn = pLimit(Math.ceil(services.config.databaseLimits.pool * mostOfPool))
  app.get(
    path,
    {
      config: { access: ['admin'], permission, heavy: 'whole' },
      schema: { tags: [tag], querystring: query, response: { 200: listAnswer(row) } },
    },
    async (request, reply) => {
      const listQuery = request.query as Query
      const caller = callerOf(request)
      const rowToJson = (row: Row) => toJson(row, caller)
      if (Object.keys(listQuery).length === 0 && mayExport(request)) {
        await auditExport(services, request, name, { format: 'json' })
        return streamList(reply as FastifyReply, readInBatches(longQueries, list, listQuery), rowToJson)
      }
      const { rows, meta } = await (listQuery.bulk
        ? readPage(longQueries, list, listQuery)
        : inTurn(() => readInTime(services, reply, (pageDb) => readPage(pageDb, list, listQuery))))
      await auditReads(services, request, name, rows.length)
      // TypeScript has compared it with the contract; doing so again for each row would cost as much as reading it.
      void reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
      return { success: true as const, data: rows.map(rowToJson), meta }
    },
  )

  app.get(
    `${path}.csv`,
    {
      config: { access: ['admin'], permission: 'exports:read', confirmed: true, heavy: true },
      schema: {
        tags: [tag],
        summary: 'The rows that the same query of the list keeps, as a file; not paged',
        querystring: query,
        response: csvFile,
      },
    },
    async (request, reply) =>
      streamCsv({ db, request, reply }, name, readInBatches(longQueries, list, request.query as Query), csv),
  )
}
