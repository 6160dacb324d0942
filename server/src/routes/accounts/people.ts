import type { PersonProfile } from '@interline/shared/contract'
import {
  answer,
  done,
  personLogin,
  personLoginData,
  personProfile,
  registerPerson,
} from '@interline/shared/contract/schemas'
import { networkOf } from '../../auth/network-of.ts'
import { requireUncommon } from './require-uncommon.ts'
import { requireAttempts } from '../../auth/rate-limit.ts'
import { hashToken, startSession } from '../../auth/sessions.ts'
import { signIn } from '../../auth/sign-in.ts'
import type { Database } from '../../database/tables.ts'
import { actorOf, callerOf, originOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import type { Services } from '../../services.ts'
import { causedBy, runOnce } from '../../http/idempotency.ts'
import { notFound } from '../../http/http-error.ts'
import { driverToJson, userToJson } from '../rows-to-json.ts'
import { createPerson, findAccount } from '../../repositories/accounts/accounts.ts'
import { inTransaction, recordAct } from '../../repositories/audit.ts'
import { requestReverification } from '../../repositories/driver-updates.ts'
import { findDriver } from '../../repositories/drivers.ts'
import { createNotification } from '../../repositories/notifications.ts'
import { findUser } from '../../repositories/users.ts'
import type { LinkSigner, Reader } from '../../storage/signed-link.ts'

/** All that drivers' and users' own apps call about themselves. */
export function registerPeople(app: App, { db, rateLimits, links, broadcast, passwords }: Services) {
  app.post(
    '/user/auth/register',
    {
      config: { access: 'public' },
      schema: { tags: ['people'], body: registerPerson, response: { 200: answer(personLoginData) } },
    },
    async (request) => {
      await requireAttempts({ limit: rateLimits.registrations, key: networkOf(request.ip) })
      const { role, full_name } = request.body
      requireUncommon(request.body.password)
      const passwordHash = await passwords.hash(request.body.password)
      const { _id, token, notification } = await inTransaction(db, async (tx) => {
        const { password: _password, ...after } = request.body
        const _id = await createPerson(tx, request.body, passwordHash)
        await recordAct(tx, {
          actor: { _id, ...originOf(request) },
          act: 'register',
          resource: role,
          targetId: _id,
          after,
        })
        const title = role === 'driver' ? 'New driver' : 'New user'
        const about = { kind: `${role}-registered` as const, subject: { kind: role, _id } }
        const body = `${full_name} has registered.`
        const notification = await createNotification(tx, { ...about, title, body })
        return { _id, token: await startSession(tx, _id, false), notification }
      })
      broadcast.rowsChanged({ resource: role === 'driver' ? 'drivers' : 'users', _id, kind: 'created' })
      broadcast.notify(notification)
      return { success: true as const, data: { token, user: await profileOf(db, links, ownOf(token, _id, role)) } }
    },
  )

  app.post(
    '/user/auth/login',
    {
      config: { access: 'public' },
      schema: { tags: ['people'], body: personLogin, response: { 200: answer(personLoginData) } },
    },
    async (request) => {
      const { email, password } = request.body
      const find = () => findAccount(db, email, 'public')
      const { token, account } = await signIn({
        db,
        rateLimits,
        passwords,
        find,
        address: request.ip,
        email,
        password,
        remember: true,
      })
      return {
        success: true as const,
        data: { token, user: await profileOf(db, links, ownOf(token, account._id, account.role)) },
      }
    },
  )

  app.get(
    '/user/profile',
    {
      config: { access: ['driver', 'user'] },
      schema: { tags: ['people'], response: { 200: answer(personProfile) } },
    },
    async (request) => {
      return { success: true as const, data: await profileOf(db, links, callerOf(request)) }
    },
  )

  app.post(
    '/driver/request-re-verification',
    {
      config: { access: ['driver'] },
      schema: { tags: ['people'], response: { 200: done } },
    },
    (request, reply) =>
      runOnce(
        { db, request, reply },
        (tx) => requestReverification(tx, actorOf(request)),
        (updated) => {
          if (!updated) return
          broadcast.rowsChanged({ resource: 'drivers', _id: updated._id, kind: 'changed', ...causedBy(request) })
          if (updated.notification) broadcast.notify(updated.notification)
        },
      ),
  )
}

type Own = Reader & { _id: string; role: string }

const ownOf = (token: string, _id: string, role: string): Own => ({ tokenHash: hashToken(token), _id, role })

async function profileOf(db: Database, links: LinkSigner, own: Own): Promise<PersonProfile> {
  if (own.role === 'driver') {
    const driver = await findDriver(db, own._id)
    if (driver) return driverToJson(links)(driver, own)
  }
  const user = await findUser(db, own._id)
  if (!user) throw notFound('person')
  return userToJson(links)(user, own)
}
