import type { FastifyRequest } from 'fastify'
import {
  acceptInvitation,
  administratorTarget,
  answer,
  done,
  invitation,
  invitationFor,
  inviteAdministrator,
  readInvitation,
} from '@interline/shared/contract/schemas'
import { networkOf } from '../../auth/network-of.ts'
import { requireAttempts } from '../../auth/rate-limit.ts'
import { hashToken, newToken } from '../../auth/sessions.ts'
import { actorOf, originOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { HttpError, notFound } from '../../http/http-error.ts'
import { runOnce } from '../../http/idempotency.ts'
import { inTransaction } from '../../repositories/audit.ts'
import { noteAddress } from '../../repositories/accounts/known-addresses.ts'
import * as invitations from '../../repositories/accounts/invitations.ts'
import { within } from '../../time/within.ts'
import type { Services } from '../../services.ts'
import { invitedToJson } from './administrators.ts'
import { requireUncommon } from './require-uncommon.ts'

const success = { success: true as const }
const mailMilliseconds = 15_000

/**
 * Invitations of administrators (issue 21). Who is invited has no account before they accept, with a password of their
 * own: 400 when the link has expired, was used or was withdrawn, 409 when somebody else has the address.
 */
export function registerInvitations(app: App, services: Services) {
  const { db, rateLimits, passwords } = services
  const config = { permission: 'administrators:write' as const }
  const confirmed = { ...config, confirmed: true as const }
  const tags = ['administrators']

  // Not answered again for an Idempotency-Key: the answer would be stored, and it can hold the link.
  app.post(
    '/admin/administrators/invite',
    { config: confirmed, schema: { tags, body: inviteAdministrator, response: { 200: answer(invitation) } } },
    async (request) => {
      const token = newToken()
      const given = { actor: actorOf(request), tokenHash: hashToken(token) }
      const _id = await inTransaction(db, (tx) => invitations.createInvitation(tx, request.body, given))
      return { ...success, data: await sendInvitation(services, request, _id, token) }
    },
  )

  app.post(
    '/admin/administrators/renew-invitation',
    { config: confirmed, schema: { tags, body: administratorTarget, response: { 200: answer(invitation) } } },
    async (request) => {
      const { _id } = request.body
      const token = newToken()
      const change = { actor: actorOf(request), invitationId: _id, tokenHash: hashToken(token) }
      await inTransaction(db, (tx) => invitations.renewInvitation(tx, change))
      return { ...success, data: await sendInvitation(services, request, _id, token) }
    },
  )

  app.post(
    '/admin/administrators/withdraw-invitation',
    { config, schema: { tags, body: administratorTarget, response: { 200: done } } },
    (request, reply) => {
      const change = { actor: actorOf(request), invitationId: request.body._id }
      return runOnce({ db, request, reply }, (tx) => invitations.withdrawInvitation(tx, change))
    },
  )

  app.post(
    '/user/auth/invitation',
    {
      config: { access: 'public' },
      schema: { tags: ['session'], body: readInvitation, response: { 200: answer(invitationFor) } },
    },
    async (request) => {
      await requireAttempts({ limit: rateLimits.passwordLinks, key: networkOf(request.ip) })
      const found = await invitations.findInvitationByToken(db, hashToken(request.body.token))
      if (!found) throw unusable()
      const { full_name, email, admin_role, expiresAt } = found
      return { ...success, data: { full_name, email, admin_role, expires_at: expiresAt.toISOString() } }
    },
  )

  app.post(
    '/user/auth/accept-invitation',
    { config: { access: 'public' }, schema: { tags: ['session'], body: acceptInvitation, response: { 200: done } } },
    async (request) => {
      await requireAttempts({ limit: rateLimits.passwordChanges, key: networkOf(request.ip) })
      requireUncommon(request.body.password)
      const given = {
        tokenHash: hashToken(request.body.token),
        passwordHash: await passwords.hash(request.body.password),
        origin: originOf(request),
      }
      await inTransaction(db, async (tx) => {
        const personId = await invitations.acceptInvitation(tx, given)
        if (!personId) throw unusable()
        await noteAddress(tx, personId, networkOf(request.ip))
      })
      return success
    },
  )
}

const unusable = () =>
  new HttpError(400, 'This invitation has expired, was used or was withdrawn', {
    detail: 'Ask an owner for a new one.',
    errors: [{ field: 'token', message: 'has expired, was used or was withdrawn' }],
  })

/** Mails the link; without a mail server, or when it does not take the mail, the link is in the answer. */
async function sendInvitation({ config, db, mail }: Services, request: FastifyRequest, _id: string, token: string) {
  const found = await invitations.findInvitation(db, _id)
  if (!found) throw notFound('invitation')
  const link = `${config.shellUrl}/accept-invitation?token=${token}`
  const administrator = invitedToJson(found)
  if (!config.smtp) return { administrator, is_mailed: false, link }
  const by = found.invitedBy ?? 'Somebody'
  try {
    await within(
      mailMilliseconds,
      mail.send({
        to: found.email,
        subject: 'Your invitation to Interline',
        text: `Hello ${found.full_name},\n\n${by} invites you to the back office of Interline. Choose a password here within 7 days:\n${link}\n\nIf you do not know why, do nothing.`,
      }),
    )
    return { administrator, is_mailed: true, link: null }
  } catch (error) {
    request.log.error({ err: error }, 'the mail with an invitation could not be sent')
    return { administrator, is_mailed: false, link }
  }
}
