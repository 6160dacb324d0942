import { done, forgotPassword, resetPassword } from '@interline/shared/contract/schemas'
import { networkOf } from '../../auth/network-of.ts'
import { requireUncommon } from './require-uncommon.ts'
import { countAttempt, requireAttempts } from '../../auth/rate-limit.ts'
import { hashToken, newToken } from '../../auth/sessions.ts'
import { originOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import type { Services } from '../../services.ts'
import { HttpError } from '../../http/http-error.ts'
import { findAccount, setPassword } from '../../repositories/accounts/accounts.ts'
import { noteAddress } from '../../repositories/accounts/known-addresses.ts'
import { inTransaction, recordAct } from '../../repositories/audit.ts'
import { createPasswordReset, usePasswordReset } from '../../repositories/accounts/password-resets.ts'
import { revokeSessionsOf } from '../../repositories/accounts/sessions.ts'

const lifeSeconds = 30 * 60

export function registerPasswordReset(app: App, { config, db, rateLimits, broadcast, mail, passwords }: Services) {
  app.post(
    '/user/auth/forgot-password',
    {
      config: { access: 'public' },
      schema: { tags: ['session'], body: forgotPassword, response: { 200: done } },
    },
    async (request) => {
      await requireAttempts({ limit: rateLimits.passwordLinks, key: networkOf(request.ip) })
      // The answer does not wait for the account or the mail: neither its text nor its delay shows whether the address
      // is known.
      sendReset(request.body.email).catch((error: unknown) =>
        request.log.error({ err: error }, 'the mail for a new password could not be sent'),
      )
      return { success: true as const, message: 'If the address is known, a mail with a link is on its way.' }
    },
  )

  /** One mail for each account with the address; a password that nobody may sign in with is not worth one. */
  async function sendReset(email: string) {
    for (const realm of [...(config.passwords ? ['staff' as const] : []), 'public' as const]) {
      const account = await findAccount(db, email, realm)
      if (!account?.email || account.disabledAt || (await countAttempt(rateLimits.passwordMails, account._id))) continue
      const token = newToken()
      await createPasswordReset(db, hashToken(token), account._id, lifeSeconds)
      const link = `${config.shellUrl}/reset-password?token=${token}`
      const where = realm === 'staff' ? 'the back office' : 'the app'
      await mail.send({
        to: account.email,
        subject: 'A new password for Interline',
        text: `Hello ${account.full_name},\n\nchoose a new password for ${where} here within 30 minutes:\n${link}\n\nIf you did not ask for it, nothing changes.`,
      })
    }
  }

  app.post(
    '/user/auth/reset-password',
    {
      config: { access: 'public' },
      schema: { tags: ['session'], body: resetPassword, response: { 200: done } },
    },
    async (request) => {
      await requireAttempts({ limit: rateLimits.passwordChanges, key: networkOf(request.ip) })
      requireUncommon(request.body.password)
      const passwordHash = await passwords.hash(request.body.password)
      const personId = await inTransaction(db, async (tx) => {
        const found = await usePasswordReset(tx, hashToken(request.body.token))
        if (!found)
          throw new HttpError(400, 'This link has expired or was used', {
            errors: [{ field: 'token', message: 'has expired or was used' }],
          })
        await setPassword(tx, found, passwordHash)
        await revokeSessionsOf(tx, found)
        // The owner of the mailbox gets in from here, also while somebody else guesses the password.
        await noteAddress(tx, found, networkOf(request.ip))
        const actor = { _id: found, ...originOf(request) }
        await recordAct(tx, { actor, act: 'reset-password', resource: 'person', targetId: found })
        return found
      })
      broadcast.endSessionsOf(personId)
      return { success: true as const }
    },
  )
}
