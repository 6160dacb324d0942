import { z } from 'zod'
import type { AdministratorAccount } from '@interline/shared/contract'
import {
  administratorAccount,
  administratorTarget,
  answer,
  changeAdminRole,
  done,
} from '@interline/shared/contract/schemas'
import type { Tx } from '../../database/tables.ts'
import { actorOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { runOnce } from '../../http/idempotency.ts'
import {
  disableAdministrator,
  enableAdministrator,
  listAdministrators,
  removeSecondFactorsOf,
  setAdminRole,
} from '../../repositories/accounts/administrators.ts'
import { findInvitation, listInvitations, setInvitedRole } from '../../repositories/accounts/invitations.ts'
import { ConflictError } from '../../repositories/errors.ts'
import type { LinkSigner } from '../../storage/signed-link.ts'
import type { Services } from '../../services.ts'

const success = { success: true as const }

/**
 * The accounts of administrators, for owners (issue 21). Nobody changes their own role or disables themself, and the
 * last active owner stays: 409 with a `detail` (decision 050).
 */
export function registerAdministrators(app: App, { db, broadcast, links }: Services) {
  const config = { permission: 'administrators:write' as const }
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
    (request, reply) => {
      const { _id, admin_role, revision } = request.body
      const work = async (tx: Tx) => {
        const actor = actorOf(request)
        const isInvited = await setInvitedRole(tx, { actor, invitationId: _id, admin_role, revision })
        return !isInvited && (await setAdminRole(tx, { actor, personId: _id, admin_role, revision }))
      }
      return runOnce({ db, request, reply }, work, (isChanged) => isChanged && broadcast.roleChanged(_id, admin_role))
    },
  )

  const acts = {
    disable: { change: disableAdministrator, endsSessions: true },
    'remove-second-factors': { change: removeSecondFactorsOf, endsSessions: true },
    enable: { change: enableAdministrator, endsSessions: false },
  }
  for (const [act, { change, endsSessions }] of Object.entries(acts))
    app.post(`/admin/administrators/${act}`, { config: confirmed, schema }, (request, reply) => {
      const { _id: personId } = request.body
      const work = async (tx: Tx) => {
        await requireAccepted(tx, personId)
        await change(tx, { actor: actorOf(request), personId })
      }
      return runOnce({ db, request, reply }, work, () => endsSessions && broadcast.endSessionsOf(personId))
    })
}

/** Somebody who was only invited has nothing that could be disabled or enabled. */
async function requireAccepted(tx: Tx, _id: string) {
  if (await findInvitation(tx, _id))
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
export const invitedToJson = (row: Awaited<ReturnType<typeof listInvitations>>[number]): AdministratorAccount => ({
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
