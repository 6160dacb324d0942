import { addDays, dayKey, driverFileFields, isDayKey } from '@interline/shared/contract'
import { answer, done, expiringDocuments, expiringQuery, setExpiry } from '@interline/shared/contract/schemas'
import type { Tx } from '../../database/tables.ts'
import { actorOf, callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { fieldError } from '../../http/http-error.ts'
import { causedBy, runOnce } from '../../http/idempotency.ts'
import { findExpiring, keepExpiries, type ExpiryKey } from '../../repositories/driver-reviews/documents.ts'
import { lockDriver } from '../../repositories/driver-updates.ts'
import type { Services } from '../../services.ts'
import { reviewing } from './queue.ts'

/** Until when documents are good: which expire soon or have, and what a reviewer reads on them. */
export function registerExpiring(app: App, { db, broadcast, links }: Services) {
  app.get(
    '/admin/drivers/expiring',
    {
      config: reviewing,
      schema: { tags: ['drivers'], querystring: expiringQuery, response: { 200: answer(expiringDocuments) } },
    },
    async (request) => {
      const { days, tz, cursor, limit } = request.query
      const through = addDays(dayKey(Date.now(), tz) ?? '', days)
      const rows = await findExpiring(db, { through, after: cursor === undefined ? undefined : keyOf(cursor), limit })
      const last = rows.length === limit ? rows.at(-1) : undefined
      const documents = rows.map(
        ({ _id, full_name, phone, is_driver_profile_approved, kind, key, name, expiresOn }) => {
          const link = links.documentsOf(_id, callerOf(request))(key, name) ?? ''
          return {
            driver: { _id, full_name, phone },
            is_driver_profile_approved,
            document: kind,
            file_name: name,
            link,
            expires_on: expiresOn,
          }
        },
      )
      return {
        success: true as const,
        data: { documents, next: last ? [last.expiresOn, last._id, last.kind].join('.') : null },
      }
    },
  )

  app.post(
    '/admin/drivers/expiry',
    { config: reviewing, schema: { tags: ['drivers'], body: setExpiry, response: { 200: done } } },
    (request, reply) => {
      const { _id: driverId, expires_on: expiries, expected } = request.body
      const work = async (tx: Tx) => {
        await lockDriver(tx, driverId)
        return keepExpiries(tx, { driverId, expiries, expected, actor: actorOf(request) })
      }
      return runOnce({ db, request, reply }, work, (isChanged) => {
        if (isChanged)
          broadcast.rowsChanged({ resource: 'drivers', _id: driverId, kind: 'changed', ...causedBy(request) })
      })
    },
  )
}

function keyOf(cursor: string): ExpiryKey {
  const [expiresOn = '', personId = '', kind = ''] = cursor.split('.')
  if (!isDayKey(expiresOn) || !driverFileFields.some((field) => field === kind))
    throw fieldError('cursor', 'is not one of ours')
  return { expiresOn, personId, kind }
}
