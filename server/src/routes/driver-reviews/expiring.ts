import {
  addDays,
  answer,
  dayKey,
  done,
  driverFileFields,
  expiringDocuments,
  expiringQuery,
  isDayKey,
  setExpiry,
} from '@interline/shared/contract'
import { actorOf, callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { fieldError } from '../../http/http-error.ts'
import { causedBy, runOnce } from '../../http/idempotency.ts'
import { findExpiring, keepExpiries, type ExpiryKey } from '../../repositories/driver-reviews/documents.ts'
import { lockReviewable } from '../../repositories/driver-reviews/reviewable.ts'
import { NotFoundError } from '../../repositories/errors.ts'
import type { Services } from '../services.ts'
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
    async (request, reply) => {
      const { _id: driverId, expires_on: expiries, expected } = request.body
      const outcome = await runOnce({ db, request, reply }, async (tx) => {
        if (!(await lockReviewable(tx, driverId))) throw new NotFoundError('driver')
        const isChanged = await keepExpiries(tx, { driverId, expiries, expected, actor: actorOf(request) })
        return { answer: { success: true as const }, isChanged }
      })
      if (!outcome.isReplay && outcome.isChanged)
        broadcast.rowsChanged({ resource: 'drivers', _id: driverId, kind: 'changed', ...causedBy(request) })
      return outcome.answer
    },
  )
}

function keyOf(cursor: string): ExpiryKey {
  const [expiresOn = '', personId = '', kind = ''] = cursor.split('.')
  if (!isDayKey(expiresOn) || !driverFileFields.some((field) => field === kind))
    throw fieldError('cursor', 'is not one of ours')
  return { expiresOn, personId, kind }
}
