import { z } from 'zod'
import { emailMaxLength, nameMaxLength } from '../../lengths.ts'
import { id, instant } from '../envelope.ts'
import { newPassword, text } from '../text.ts'
import { adminRole } from './permissions.ts'

/**
 * `invited` has a link and no password yet, `active` can sign in, `disabled` cannot until somebody enables the account.
 */
export const administratorState = z.enum(['invited', 'active', 'disabled'])

/** An administrator, or somebody who was invited to be one: a row of GET /admin/administrators, the newest first. */
export const administratorAccount = z.object({
  _id: id,
  full_name: z.string(),
  email: z.string(),
  profile_picture: z.string().nullable(),
  admin_role: adminRole,
  state: administratorState,
  /** When the account was made; of somebody `invited`, when they were. */
  createdAt: instant,
  has_second_factor: z.boolean().optional(),
  last_sign_in_at: instant.nullable().describe('null for never, and where it was before this was noted.'),
  invited_by: z.string().nullable().describe('The name of who invited them; null for nobody.'),
  invitation_expires_at: instant.nullable().describe('Of somebody `invited`: until when the link works; else null.'),
  revision: z.number().int().optional(),
})
export type AdministratorAccount = z.infer<typeof administratorAccount>

/** POST /admin/administrators/invite. 409 when the address is taken, with `errors` for the field `email`. */
export const inviteAdministrator = z.object({
  full_name: text(nameMaxLength),
  email: z.email().max(emailMaxLength),
  admin_role: adminRole,
})
export type InviteAdministrator = z.infer<typeof inviteAdministrator>

/**
 * POST …/invite and …/renew-invitation answer this. `link` is there to copy when no mail went out: without a mail
 * server, or when it could not take the mail. It is shown once.
 */
export const invitation = z.object({
  administrator: administratorAccount,
  is_mailed: z.boolean(),
  link: z.url().nullable(),
})
export type Invitation = z.infer<typeof invitation>

/**
 * POST /admin/administrators/renew-invitation (a new link, the one before no longer works) and …/withdraw-invitation;
 * 404 when there is no such invitation. …/disable and …/enable: 404 when there is no such account, 409 with a `detail`
 * for oneself, for the last active owner, and for somebody who was only invited.
 */
export const administratorTarget = z.object({ _id: id })

/**
 * POST /admin/administrators/change-role, of an account or an invitation. 409 with a `detail` for one's own role and
 * for the last active owner, and with who and when where somebody else changed it after `revision`.
 */
export const changeAdminRole = z.object({ _id: id, admin_role: adminRole, revision: z.number().int().optional() })
export type ChangeAdminRole = z.infer<typeof changeAdminRole>

/**
 * POST /user/auth/invitation: for whom an invitation is, so that the page can say so. 400 when the link has expired,
 * was used or was withdrawn; the token is in the body because addresses are logged.
 */
export const readInvitation = z.object({ token: z.string().min(1).max(200) })
export const invitationFor = z.object({
  full_name: z.string(),
  email: z.string(),
  admin_role: adminRole,
  expires_at: instant,
})
export type InvitationFor = z.infer<typeof invitationFor>

/** POST /user/auth/accept-invitation: the single-use token of the link and one's own password. Answers `done`. */
export const acceptInvitation = z.object({ token: z.string().min(1).max(200), password: newPassword })
