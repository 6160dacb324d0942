import { z } from 'zod'
import {
  answer,
  done,
  markRead,
  muteKind as mutePayload,
  notification,
  notificationQuery,
} from '@interline/shared/contract/schemas'
import { callerOf } from '../http/access.ts'
import type { App } from '../http/app.ts'
import type { Services } from '../services.ts'
import { auditReads } from './lists/audit-reads.ts'
import { streamList } from './lists/stream-list.ts'
import { runOnce } from '../http/idempotency.ts'
import {
  allNotifications,
  listOlderNotifications,
  markNotificationsRead,
  markSomeRead,
  mutedKinds,
  muteKind,
} from '../repositories/notification-list.ts'

/**
 * The bell of an administrator (SPEC §2, §4). Ours: the newest by `limit`, older ones by `before`, and `GET
 * /admin/notification/muted` and `POST /admin/notification/mute`, the kinds that this administrator does not want to
 * see. 400: there is no such kind.
 */
export function registerNotifications(app: App, services: Services) {
  const { db } = services
  app.get(
    '/admin/notification/list',
    {
      config: { permission: 'every-role', heavy: 'whole' },
      schema: {
        tags: ['notifications'],
        querystring: notificationQuery,
        response: { 200: answer(z.array(notification)) },
      },
    },
    async (request, reply) => {
      const { before, limit } = request.query
      const { _id } = callerOf(request)
      if (before === undefined) return streamList(reply, allNotifications(db, _id, limit), (one) => one)
      const data = await listOlderNotifications(db, _id, before)
      await auditReads(services, request, 'notifications', data.length)
      return { success: true as const, data }
    },
  )

  app.post(
    '/admin/notification/mark-read',
    {
      config: { permission: 'every-role' },
      schema: { tags: ['notifications'], body: markRead.nullish(), response: { 200: done } },
    },
    (request, reply) => {
      const { _id } = callerOf(request)
      const ids = request.body?.ids
      return runOnce({ db, request, reply }, (tx) =>
        ids ? markSomeRead(tx, _id, ids) : markNotificationsRead(tx, _id),
      )
    },
  )

  app.get(
    '/admin/notification/muted',
    {
      config: { permission: 'every-role' },
      schema: { tags: ['notifications'], response: { 200: answer(z.array(z.string())) } },
    },
    async (request) => ({ success: true as const, data: await mutedKinds(db, callerOf(request)._id) }),
  )

  app.post(
    '/admin/notification/mute',
    {
      config: { permission: 'every-role' },
      schema: { tags: ['notifications'], body: mutePayload, response: { 200: done } },
    },
    (request, reply) => runOnce({ db, request, reply }, (tx) => muteKind(tx, callerOf(request)._id, request.body)),
  )
}
