import { answer, done, personLogin, personLoginData, personProfile, registerPerson, type PersonProfile } from '@interline/shared/contract'
import { signIn, startSession } from '../accounts/sign-in.ts'
import type { Database } from '../database/tables.ts'
import { callerOf } from '../http/access.ts'
import type { App, Services } from '../http/app-types.ts'
import { changeOnce } from '../http/change-once.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { isTakenEmail } from '../http/taken-email.ts'
import { driverToWire, userToWire } from '../http/wire.ts'
import { findAccount } from '../repositories/accounts.ts'
import { changeDriver, findDriver, lockDriver } from '../repositories/drivers.ts'
import { createNotification } from '../repositories/notifications.ts'
import { createPerson } from '../repositories/people.ts'
import { findUser } from '../repositories/users.ts'
import type { LinkSigner } from '../storage/signed-link.ts'

const registrationsPerAddress = 120
const windowSeconds = 15 * 60

/** What drivers' and users' own apps call about themselves. */
export function registerPeople(app: App, { db, limit, links, live, passwords }: Services) {
  app.post('/user/auth/register', {
    config: { access: 'public' },
    schema: { tags: ['people'], body: registerPerson, response: { 200: answer(personLoginData) } },
  }, async (request) => {
    const wait = await limit.take(`register:${request.ip}`, registrationsPerAddress, windowSeconds)
    if (wait) throw new Refusal(429, 'Too many attempts', { retryAfterSeconds: wait })
    const { role, full_name } = request.body
    const passwordHash = await passwords.hash(request.body.password)
    const { _id, notification } = await db.transaction().execute(async (tx) => ({
      _id: await createPerson(tx, request.body, passwordHash),
      notification: await createNotification(tx, role === 'driver' ? 'New driver' : 'New user', `${full_name} has registered.`),
    })).catch((error: unknown) => {
      throw isTakenEmail(error) ? new Refusal(409, 'The request is not valid', { errors: [{ field: 'email', message: 'belongs to somebody already' }] }) : error
    })
    live.rowsChanged({ noun: role === 'driver' ? 'drivers' : 'users', _id, kind: 'created' })
    live.notify(notification)
    return { success: true as const, data: { token: await startSession(db, _id, false), user: await profileOf(db, links, _id, role) } }
  })

  app.post('/user/auth/login', {
    config: { access: 'public' },
    schema: { tags: ['people'], body: personLogin, response: { 200: answer(personLoginData) } },
  }, async (request) => {
    const { email, password } = request.body
    const find = () => findAccount(db, email, ['driver', 'user'])
    const { token, account } = await signIn({ db, limit, passwords, find, address: request.ip, email, password, remember: true })
    return { success: true as const, data: { token, user: await profileOf(db, links, account._id, account.role) } }
  })

  app.get('/user/profile', {
    config: { access: ['driver', 'user'] },
    schema: { tags: ['people'], response: { 200: answer(personProfile) } },
  }, async (request) => {
    const { _id, role } = callerOf(request)
    return { success: true as const, data: await profileOf(db, links, _id, role) }
  })

  app.post('/driver/request-re-verification', {
    config: { access: ['driver'] },
    schema: { tags: ['people'], response: { 200: done } },
  }, async (request, reply) => {
    const caller = callerOf(request)
    const done = { success: true as const }
    const { answer } = await changeOnce({ db, request, reply }, async (tx) => {
      const row = await lockDriver(tx, caller._id)
      if (!row) throw notFound('driver')
      if (row.reverify_status === 'Pending') return { answer: done }
      await changeDriver(tx, caller._id, { reverify_status: 'Pending' }, caller._id)
      const notification = await createNotification(tx, 'Re-verification asked', `${caller.full_name} asks to be verified again.`)
      return {
        answer: done,
        tell() {
          live.rowsChanged({ noun: 'drivers', _id: caller._id, kind: 'changed' })
          live.notify(notification)
        },
      }
    })
    return answer
  })
}

async function profileOf(db: Database, links: LinkSigner, _id: string, role: string): Promise<PersonProfile> {
  if (role === 'driver') {
    const driver = await findDriver(db, _id)
    if (driver) return driverToWire(links)(driver)
  }
  const user = await findUser(db, _id)
  if (!user) throw notFound('person')
  return userToWire(links)(user)
}
