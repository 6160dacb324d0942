import { z } from 'zod'
import { answer, done, notification } from '@interline/shared/contract'
import { callerOf } from '../http/access.ts'
import type { App } from '../http/app.ts'
import type { Services } from './services.ts'
import { runOnce } from '../http/idempotency.ts'
import { listNotifications, markNotificationsRead } from '../repositories/notifications.ts'

export function registerNotifications(app: App, { db }: Services) {
  app.get(
    '/admin/notification/list',
    {
      config: { access: ['admin'], permission: 'every-role' },
      schema: { tags: ['notifications'], response: { 200: answer(z.array(notification)) } },
    },
    async (request) => ({ success: true as const, data: await listNotifications(db, callerOf(request)._id) }),
  )

  app.post(
    '/admin/notification/mark-read',
    {
      config: { access: ['admin'], permission: 'every-role' },
      schema: { tags: ['notifications'], response: { 200: done } },
    },
    async (request, reply) => {
      const { answer } = await runOnce({ db, request, reply }, async (tx) => {
        await markNotificationsRead(tx, callerOf(request)._id)
        return { answer: { success: true as const } }
      })
      return answer
    },
  )
}
