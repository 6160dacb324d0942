import { done, forgotPassword, resetPassword } from '@interline/shared/contract'
import { hashToken, newToken } from '../accounts/token.ts'
import type { App, Services } from '../http/app-types.ts'
import { Refusal } from '../http/refusal.ts'
import { findAccount, setPassword } from '../repositories/accounts.ts'
import { recordAct } from '../repositories/audit.ts'
import { createPasswordReset, usePasswordReset } from '../repositories/password-resets.ts'
import { revokeSessionsOf } from '../repositories/sessions.ts'

const lifeSeconds = 30 * 60
const asksPerAddress = 20
const windowSeconds = 15 * 60

export function registerPasswordReset(app: App, { config, db, limit, live, mail, passwords }: Services) {
  app.post('/user/auth/forgot-password', {
    config: { access: 'public' },
    schema: { tags: ['session'], body: forgotPassword, response: { 200: done } },
  }, async (request) => {
    const wait = await limit.take(`forgot:${request.ip}`, asksPerAddress, windowSeconds)
    if (wait) throw new Refusal(429, 'Too many attempts', { retryAfterSeconds: wait })
    // The answer does not wait for the account or the mail: neither its words nor its delay tell whether the address is known.
    sendReset(request.body.email).catch((error: unknown) => request.log.error({ err: error }, 'the mail for a new password could not be sent'))
    return { success: true as const, message: 'If the address is known, a mail with a link is on its way.' }
  })

  async function sendReset(email: string) {
    const account = await findAccount(db, email, ['admin', 'driver', 'user'])
    if (!account?.email) return
    const token = newToken()
    await createPasswordReset(db, hashToken(token), account._id, lifeSeconds)
    const link = `${config.allowedOrigins[0] ?? config.publicUrl}/reset-password?token=${token}`
    await mail.send({
      to: account.email,
      subject: 'A new password for Interline',
      text: `Hello ${account.full_name},\n\nchoose a new password here within 30 minutes:\n${link}\n\nIf you did not ask for it, nothing changes.`,
    })
  }

  app.post('/user/auth/reset-password', {
    config: { access: 'public' },
    schema: { tags: ['session'], body: resetPassword, response: { 200: done } },
  }, async (request) => {
    const wait = await limit.take(`reset:${request.ip}`, asksPerAddress, windowSeconds)
    if (wait) throw new Refusal(429, 'Too many attempts', { retryAfterSeconds: wait })
    const passwordHash = await passwords.hash(request.body.password)
    const personId = await db.transaction().execute(async (tx) => {
      const found = await usePasswordReset(tx, hashToken(request.body.token))
      if (!found) throw new Refusal(400, 'This link has expired or was used', { errors: [{ field: 'token', message: 'has expired or was used' }] })
      await setPassword(tx, found, passwordHash)
      await revokeSessionsOf(tx, found)
      await recordAct(tx, { actorId: found, act: 'reset-password', noun: 'person', targetId: found })
      return found
    })
    live.endSessionsOf(personId)
    return { success: true as const }
  })
}
