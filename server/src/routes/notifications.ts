import { z } from 'zod'
import { answer, done, markRead, notification, notificationQuery } from '@interline/shared/contract'
import { callerOf } from '../http/access.ts'
import type { App } from '../http/app.ts'
import type { Services } from './services.ts'
import { runOnce } from '../http/idempotency.ts'
import {
  listNotifications,
  listOlderNotifications,
  markNotificationsRead,
  markSomeRead,
} from '../repositories/notifications.ts'

export function registerNotifications(app: App, { db }: Services) {
  app.get(
    '/admin/notification/list',
    {
      config: { access: ['admin'], permission: 'every-role' },
      schema: {
        tags: ['notifications'],
        querystring: notificationQuery,
        response: { 200: answer(z.array(notification)) },
      },
    },
    async (request) => {
      const { before } = request.query
      const listed =
        before === undefined ? listNotifications(db, callerOf(request)._id) : listOlderNotifications(db, before)
      return { success: true as const, data: await listed }
    },
  )

  app.post(
    '/admin/notification/mark-read',
    {
      config: { access: ['admin'], permission: 'every-role' },
      schema: { tags: ['notifications'], body: markRead.nullish(), response: { 200: done } },
    },
    async (request, reply) => {
      const { answer } = await runOnce({ db, request, reply }, async (tx) => {
        const { _id } = callerOf(request)
        const ids = request.body?.ids
        await (ids ? markSomeRead(tx, _id, ids) : markNotificationsRead(tx, _id))
        return { answer: { success: true as const } }
      })
      return answer
    },
  )
}
