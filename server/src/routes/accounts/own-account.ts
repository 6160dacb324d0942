import { z } from 'zod'
import {
  activityReported,
  answer,
  done,
  endOwnSessions,
  ownName,
  ownPassword,
  ownSession,
  reportActivity,
} from '@interline/shared/contract/schemas'
import { requireAttempts } from '../../auth/rate-limit.ts'
import { actorOf, callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { fieldError, HttpError } from '../../http/http-error.ts'
import { lockCredentials, readPasswordHash, renamePerson, setPassword } from '../../repositories/accounts/accounts.ts'
import { noteActivity } from '../../repositories/accounts/idle-sessions.ts'
import { readPolicy } from '../../repositories/accounts/policy.ts'
import { listSessions, revokeOwnSessions } from '../../repositories/accounts/sessions.ts'
import { inTransaction, recordAct } from '../../repositories/audit.ts'
import type { Services } from '../../services.ts'
import { requireUncommon } from './require-uncommon.ts'

const config = { permission: 'every-role' as const, beforeSetup: true as const }
const tags = ['my account']

/** All that administrators of every role do with their own account: their name, their password, their sessions. */
export function registerOwnAccount(app: App, { db, rateLimits, broadcast, passwords, sessions }: Services) {
  app.post(
    '/admin/account/name',
    { config, schema: { tags, body: ownName, response: { 200: done } } },
    async (request) => {
      const actor = actorOf(request)
      const { full_name } = request.body
      await inTransaction(db, async (tx) => {
        const before = await renamePerson(tx, actor._id, full_name)
        const names = { before: { full_name: before }, after: { full_name } }
        await recordAct(tx, { actor, act: 'change-name', resource: 'administrator', targetId: actor._id, ...names })
      })
      sessions.forget(actor.tokenHash)
      return { success: true as const }
    },
  )

  app.post(
    '/admin/account/password',
    { config, schema: { tags, body: ownPassword, response: { 200: done } } },
    async (request) => {
      const actor = actorOf(request)
      const { password, new_password } = request.body
      await requireAttempts({ limit: rateLimits.passwordChanges, key: actor._id })
      requireUncommon(new_password, 'new_password')
      const hash = (await readPasswordHash(db, actor._id)) ?? undefined
      const wrong = () => fieldError('password', 'is not your password today')
      if (!(await passwords.matches(hash, password))) throw wrong()
      const passwordHash = await passwords.hash(new_password)
      const ended = await inTransaction(db, async (tx) => {
        const now = (await lockCredentials(tx, actor._id))?.passwordHash ?? undefined
        if (now !== hash && !(await passwords.matches(now, password))) throw wrong()
        await setPassword(tx, actor._id, passwordHash)
        await recordAct(tx, { actor, act: 'change-password', resource: 'administrator', targetId: actor._id })
        return revokeOwnSessions(tx, actor._id, { allBut: actor.tokenHash })
      })
      for (const tokenHash of ended) broadcast.endSession(tokenHash)
      return { success: true as const }
    },
  )

  app.get(
    '/admin/account/sessions',
    { config, schema: { tags, response: { 200: answer(z.array(ownSession)) } } },
    async (request) => {
      const actor = actorOf(request)
      const data = (await listSessions(db, actor._id)).map((session) => ({
        _id: session._id,
        current: session.tokenHash === actor.tokenHash,
        createdAt: session.createdAt.toISOString(),
        last_used_at: session.usedAt?.toISOString() ?? null,
        expires_at: session.expiresAt.toISOString(),
        address: session.address,
        user_agent: session.userAgent,
      }))
      return { success: true as const, data }
    },
  )

  app.post(
    '/admin/account/active',
    { config, schema: { tags, body: reportActivity, response: { 200: answer(activityReported) } } },
    async (request) => {
      const at = new Date(Date.now() - request.body.idle_seconds * 1000)
      await noteActivity(db, callerOf(request).tokenHash, at)
      const { idle_minutes } = await readPolicy(db)
      return { success: true as const, data: { idle_minutes } }
    },
  )

  app.post(
    '/admin/account/sessions/end',
    { config, schema: { tags, body: endOwnSessions, response: { 200: done } } },
    async (request) => {
      const actor = actorOf(request)
      const { _id } = request.body
      const ended = await inTransaction(db, async (tx) => {
        await lockCredentials(tx, actor._id)
        const which = _id === undefined ? { allBut: actor.tokenHash } : { _id }
        const hashes = await revokeOwnSessions(tx, actor._id, which)
        if (hashes.length === 0 && _id !== undefined) throw new HttpError(404, 'You have no such session')
        const after = { sessions: hashes.length }
        await recordAct(tx, { actor, act: 'end-sessions', resource: 'administrator', targetId: actor._id, after })
        return hashes
      })
      for (const tokenHash of ended) broadcast.endSession(tokenHash)
      return { success: true as const }
    },
  )
}
