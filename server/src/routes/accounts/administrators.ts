import { z } from 'zod'
import {
  administratorAccount,
  administratorTarget,
  answer,
  changeAdminRole,
  done,
  type AdministratorAccount,
} from '@interline/shared/contract'
import type { Tx } from '../../database/tables.ts'
import { actorOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { runOnce } from '../../http/idempotency.ts'
import {
  disableAdministrator,
  enableAdministrator,
  listAdministrators,
  setAdminRole,
} from '../../repositories/accounts/administrators.ts'
import { findInvitation, listInvitations, setInvitedRole } from '../../repositories/accounts/invitations.ts'
import { removeSecondFactorsOf } from '../../repositories/accounts/second-factor/remove-of-colleague.ts'
import { ConflictError, NotFoundError } from '../../repositories/errors.ts'
import type { LinkSigner } from '../../storage/signed-link.ts'
import type { Services } from '../services.ts'

const success = { success: true as const }

/**
 * The accounts of administrators, for owners (issue 21). Nobody changes their own role or disables themself, and the
 * last active owner stays: 409 with a `detail` (decision 050).
 */
export function registerAdministrators(app: App, { db, broadcast, links }: Services) {
  const config = { access: ['admin' as const], permission: 'administrators:write' as const }
  const confirmed = { ...config, confirmed: true as const }
  const schema = { tags: ['administrators'], body: administratorTarget, response: { 200: done } }

  app.get(
    '/admin/administrators',
    { config, schema: { tags: ['administrators'], response: { 200: answer(z.array(administratorAccount)) } } },
    async () => {
      const [invited, accounts] = await Promise.all([listInvitations(db), listAdministrators(db)])
      return { ...success, data: [...invited.map(invitedToJson), ...accounts.map(accountToJson(links))] }
    },
  )

  app.post(
    '/admin/administrators/change-role',
    { config: confirmed, schema: { ...schema, body: changeAdminRole } },
    async (request, reply) => {
      const { _id, admin_role, revision } = request.body
      const outcome = await runOnce({ db, request, reply }, async (tx) => {
        const actor = actorOf(request)
        const isInvited = await setInvitedRole(tx, { actor, invitationId: _id, admin_role, revision })
        const isChanged = !isInvited && (await setAdminRole(tx, { actor, personId: _id, admin_role, revision }))
        return { answer: success, isChanged }
      })
      if (!outcome.isReplay && outcome.isChanged) broadcast.roleChanged(_id, admin_role)
      return outcome.answer
    },
  )

  app.post('/admin/administrators/disable', { config: confirmed, schema }, async (request, reply) => {
    const { _id } = request.body
    const outcome = await runOnce({ db, request, reply }, async (tx) => {
      await requireAccepted(tx, _id)
      await disableAdministrator(tx, { actor: actorOf(request), personId: _id })
      return { answer: success }
    })
    if (!outcome.isReplay) broadcast.endSessionsOf(_id)
    return outcome.answer
  })

  app.post('/admin/administrators/remove-second-factors', { config: confirmed, schema }, async (request, reply) => {
    const { _id } = request.body
    const outcome = await runOnce({ db, request, reply }, async (tx) => {
      await requireAccepted(tx, _id)
      await removeSecondFactorsOf(tx, { actor: actorOf(request), personId: _id })
      return { answer: success }
    })
    if (!outcome.isReplay) broadcast.endSessionsOf(_id)
    return outcome.answer
  })

  app.post('/admin/administrators/enable', { config: confirmed, schema }, async (request, reply) => {
    const { _id } = request.body
    const outcome = await runOnce({ db, request, reply }, async (tx) => {
      await requireAccepted(tx, _id)
      await enableAdministrator(tx, { actor: actorOf(request), personId: _id })
      return { answer: success }
    })
    return outcome.answer
  })
}

/** Who was only invited has nothing that could be disabled or enabled. */
async function requireAccepted(tx: Tx, _id: string) {
  const invited = await findInvitation(tx, _id).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error
  })
  if (invited)
    throw new ConflictError('The invitation is not accepted yet', { detail: 'Withdraw the invitation instead.' })
}

const accountToJson =
  (links: LinkSigner) =>
  (row: Awaited<ReturnType<typeof listAdministrators>>[number]): AdministratorAccount => ({
    _id: row._id,
    full_name: row.full_name,
    email: row.email ?? '',
    profile_picture: links.linkToPicture(row.profile_picture),
    has_second_factor: row.hasSecondFactor,
    admin_role: row.admin_role,
    state: row.disabledAt ? 'disabled' : 'active',
    createdAt: row.createdAt.toISOString(),
    last_sign_in_at: row.signedInAt?.toISOString() ?? null,
    invited_by: null,
    invitation_expires_at: null,
    revision: row.revision,
  })

/** Somebody who has not accepted yet, as a row of GET /admin/administrators. */
export const invitedToJson = (row: Awaited<ReturnType<typeof findInvitation>>): AdministratorAccount => ({
  _id: row._id,
  full_name: row.full_name,
  email: row.email,
  profile_picture: null,
  admin_role: row.admin_role,
  state: 'invited',
  createdAt: row.createdAt.toISOString(),
  last_sign_in_at: null,
  invited_by: row.invitedBy,
  invitation_expires_at: row.expiresAt.toISOString(),
  revision: row.revision,
})
