import {
  answer,
  auditActor,
  auditEntry,
  auditKept,
  auditListQuery,
  listAnswer,
} from '@interline/shared/contract/schemas'
import type { AuditEntry, AuditListQuery } from '@interline/shared/contract'
import { z } from 'zod'
import { readInTime } from '../database/cancellable.ts'
import { missingPermission } from '../auth/permissions.ts'
import { callerOf } from '../http/access.ts'
import type { App } from '../http/app.ts'
import { readInBatches } from '../lists/list.ts'
import { readPage } from '../lists/page.ts'
import {
  auditList,
  findActors,
  findKept,
  findNamed,
  isReadable,
  type AuditRow,
  type CanRead,
} from '../repositories/audit/audit-list.ts'
import type { Caller } from '../repositories/accounts/sessions.ts'
import { csvFile, streamCsv, type CsvColumns } from './lists/stream-csv.ts'
import type { Services } from '../services.ts'

/**
 * `GET /admin/audit`: who did what to which record, newest first, in pages like every list; `GET /admin/audit.csv`: all
 * entries that the same parameters keep; `GET /admin/audit/actors`: the administrators; `GET /admin/audit/kept`: from
 * when on there are entries. What an entry says about a record that the caller may not read is not shown and not
 * searched. 400 names the parameter that is not known.
 */
export function registerAudit(app: App, services: Services) {
  const { db, longQueries } = services
  app.get(
    '/admin/audit',
    {
      config: { permission: 'audit:read' },
      schema: { tags: ['audit'], querystring: auditListQuery, response: { 200: listAnswer(auditEntry) } },
    },
    async (request, reply) => {
      const canRead = canReadOf(callerOf(request))
      const query = request.query as AuditListQuery
      const { rows, meta } = await readInTime(services, reply.raw, async (pageDb) =>
        readPage(pageDb, auditList(canRead, await findNamed(pageDb, query)), query),
      )
      return { success: true as const, data: rows.map(toJson(canRead)), meta }
    },
  )

  app.get(
    '/admin/audit.csv',
    {
      config: { permission: 'audit:read', confirmed: true, heavy: true },
      schema: {
        tags: ['audit'],
        summary: 'The entries that the same query of the audit keeps, as a file; not paged',
        querystring: auditListQuery,
        response: csvFile,
      },
    },
    async (request, reply) => {
      const canRead = canReadOf(callerOf(request))
      const query = request.query as AuditListQuery
      const list = auditList(canRead, await findNamed(longQueries, query))
      const batches = readInBatches(longQueries, list, query)
      return streamCsv({ db, request, reply }, 'audit', batches, csvColumns(canRead))
    },
  )

  app.get(
    '/admin/audit/actors',
    {
      config: { permission: 'audit:read' },
      schema: {
        tags: ['audit'],
        summary: 'The administrators, whose acts can be asked for by `actor_id`',
        response: { 200: answer(z.array(auditActor)) },
      },
    },
    async () => ({ success: true as const, data: await findActors(db) }),
  )

  app.get(
    '/admin/audit/kept',
    {
      config: { permission: 'audit:read' },
      schema: {
        tags: ['audit'],
        summary: 'From when on entries are there, and how many older ones were removed',
        response: { 200: answer(auditKept) },
      },
    },
    async () => ({ success: true as const, data: await findKept(db) }),
  )
}

const canReadOf =
  (caller: Caller): CanRead =>
  (permission) =>
    missingPermission(caller, permission) === undefined

const toJson =
  (canRead: CanRead) =>
  (row: AuditRow): AuditEntry => {
    const isShown = isReadable(row.resource, canRead)
    return {
      _id: row._id,
      sequence: Number(row.serial),
      createdAt: row.createdAt.toISOString(),
      actor: row.actorId === null ? null : { _id: row.actorId, full_name: actorName(row, canRead) },
      act: row.act,
      resource: row.resource,
      target: row.targetId === null ? null : { _id: row.targetId, name: isShown ? row.targetName : null },
      before: isShown ? row.before : null,
      after: isShown ? row.after : null,
      ...(!isShown && { is_hidden: true }),
      address: row.address,
      request_id: row.requestId,
    }
  }

/** The name of a driver or user is theirs too. */
const actorName = ({ actorName: name, actorRole }: AuditRow, canRead: CanRead) =>
  isReadable(actorRole ?? '', canRead) ? name : null

function csvColumns(canRead: CanRead): CsvColumns<AuditRow> {
  const shown = (value: (row: AuditRow) => string | null) => (row: AuditRow) =>
    isReadable(row.resource, canRead) ? value(row) : null
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value))
  return {
    Number: ({ serial }) => serial,
    Time: { time: ({ createdAt }) => createdAt },
    'Person Id': ({ actorId }) => actorId,
    Person: (row) => actorName(row, canRead),
    Act: ({ act }) => act,
    Subject: ({ resource }) => resource,
    'Subject Id': ({ targetId }) => targetId,
    'Subject Name': shown(({ targetName }) => targetName),
    Before: shown(({ before }) => json(before)),
    After: shown(({ after }) => json(after)),
    Address: ({ address }) => address,
    'Request Id': ({ requestId }) => requestId,
  }
}
