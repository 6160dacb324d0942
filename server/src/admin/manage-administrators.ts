import { z } from 'zod'
import { adminRole, text } from '@interline/shared/contract/schemas'
import { commonPasswordMessage, isCommonPassword } from '../auth/common-passwords.ts'
import type { Passwords } from '../auth/password.ts'
import { hashToken, newToken } from '../auth/sessions.ts'
import { PlainError } from '../config/plain-error.ts'
import type { Database } from '../database/tables.ts'
import { findAccount, lockCredentials, setPassword } from '../repositories/accounts/accounts.ts'
import { listAdministrators } from '../repositories/accounts/administrators.ts'
import { acceptInvitation, createInvitation, listInvitations } from '../repositories/accounts/invitations.ts'
import { createPasswordReset } from '../repositories/accounts/password-resets.ts'
import { unlinkIdentities } from '../repositories/accounts/identities.ts'
import { challengeOf, keepSignInCode } from '../repositories/accounts/sign-in-codes.ts'
import { removeSecondFactors } from '../repositories/accounts/second-factor/factors.ts'
import { revokeSessionsOf } from '../repositories/accounts/sessions.ts'
import { inTransaction, recordAct } from '../repositories/audit.ts'
import { EmailTakenError } from '../repositories/errors.ts'

const email = z.email({ error: ({ input }) => `"${String(input)}" is no e-mail address` }).max(254)
const password = z
  .string()
  .normalize('NFKC')
  .min(10, 'the password must have at least 10 characters')
  .max(1024)
  .refine((given) => !isCommonPassword(given), `the password ${commonPasswordMessage}`)
  .optional()

/** The acts of `npm run admin`; without `password` a link is made for the person to choose one. */
const administratorAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('list') }),
  z.object({
    act: z.literal('create'),
    email,
    full_name: text(200),
    admin_role: adminRole,
    password,
  }),
  z.object({ act: z.literal('reset'), email, password }),
  z.object({ act: z.literal('remove-second-factors'), email }),
  z.object({ act: z.literal('sign-in'), email }),
  z.object({ act: z.literal('unlink'), email }),
])
export type AdministratorAct = z.input<typeof administratorAct>

const resetSeconds = 3600
const signInSeconds = 600
// Nobody is signed in on a command line: the entry says that it was the command.
const actor = { _id: null }
const by = 'npm run admin'

type Deps = { db: Database; passwords: Passwords; origin: string }

/** Does what `npm run admin` asks for, and returns the lines to print. Throws `PlainError`. */
export async function manageAdministrators(deps: Deps, given: unknown): Promise<string[]> {
  const wanted = administratorAct.safeParse(given)
  if (!wanted.success) throw new PlainError(wanted.error.issues.map(({ message }) => message).join('; '))
  if (wanted.data.act === 'list') return list(deps.db)
  if (wanted.data.act === 'create') return create(deps, wanted.data)
  if (wanted.data.act === 'reset') return reset(deps, wanted.data)
  const account = await findActive(deps.db, wanted.data.email)
  if (wanted.data.act === 'remove-second-factors') return removeFactors(deps, account)
  return wanted.data.act === 'sign-in' ? offerSignIn(deps, account) : unlink(deps, account)
}

async function list(db: Database): Promise<string[]> {
  const invited = (await listInvitations(db)).map((one) => [
    one.email,
    one.admin_role,
    one.expiresAt > new Date() ? 'invited' : 'invitation expired',
    'never signed in',
    one.full_name,
  ])
  const accounts = (await listAdministrators(db)).map((one) => [
    one.email ?? '',
    one.admin_role,
    one.disabledAt ? 'disabled' : 'active',
    one.signedInAt ? `signed in ${one.signedInAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'never signed in',
    one.full_name,
  ])
  const rows = [...accounts, ...invited]
  if (rows.length === 0) return ['There is no administrator yet.']
  const widthOf = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0))
  return rows.map((row) =>
    row
      .map((text, at) => text.padEnd(widthOf(at)))
      .join('  ')
      .trimEnd(),
  )
}

async function create({ db, passwords, origin }: Deps, wanted: z.output<typeof administratorAct> & { act: 'create' }) {
  const token = newToken()
  const passwordHash = wanted.password === undefined ? undefined : await passwords.hash(wanted.password)
  await inTransaction(db, async (tx) => {
    await createInvitation(tx, wanted, { actor, tokenHash: hashToken(token) })
    if (passwordHash) await acceptInvitation(tx, { tokenHash: hashToken(token), passwordHash, origin: {} })
  }).catch((error: unknown) => {
    if (!(error instanceof EmailTakenError)) throw error
    throw new PlainError(`${wanted.email} ${error.message}`)
  })
  if (passwordHash) return [`${wanted.email} can sign in now, as ${wanted.admin_role}.`]
  return [
    `${wanted.email} is invited as ${wanted.admin_role}. Open within 7 days:`,
    `${origin}/accept-invitation?token=${token}`,
  ]
}

async function reset({ db, passwords, origin }: Deps, wanted: z.output<typeof administratorAct> & { act: 'reset' }) {
  const account = await findActive(db, wanted.email)
  const audited = { actor, resource: 'administrator', targetId: account._id, after: { by } }
  if (wanted.password === undefined) {
    const token = newToken()
    await inTransaction(db, async (tx) => {
      await createPasswordReset(tx, hashToken(token), account._id, resetSeconds)
      await recordAct(tx, { ...audited, act: 'offer-reset-password' })
    })
    return [`${wanted.email} can choose a new password within an hour:`, `${origin}/reset-password?token=${token}`]
  }
  const passwordHash = await passwords.hash(wanted.password)
  await inTransaction(db, async (tx) => {
    await setPassword(tx, account._id, passwordHash)
    await tx.deleteFrom('password_resets').where('personId', '=', account._id).execute()
    await revokeSessionsOf(tx, account._id)
    await recordAct(tx, { ...audited, act: 'reset-password' })
  })
  return [`${wanted.email} has the new password. All earlier sessions have ended.`]
}

type Active = Awaited<ReturnType<typeof findActive>>

async function findActive(db: Database, email: string) {
  const account = await findAccount(db, email, 'staff')
  if (!account) throw new PlainError(`${email} is no administrator; see npm run admin -- list`)
  if (account.disabledAt)
    throw new PlainError(`${email} is disabled; an owner can enable the account, in the back office`)
  return { _id: account._id, email }
}

/** A link that signs in, for when the identity provider is away and passwords are switched off. */
async function offerSignIn({ db, origin }: Deps, { _id, email }: Active) {
  const [code, verifier] = [newToken(), newToken()]
  const kept = { codeHash: hashToken(code), personId: _id, challenge: challengeOf(verifier), idToken: null }
  await inTransaction(db, async (tx) => {
    await keepSignInCode(tx, kept, signInSeconds)
    await recordAct(tx, { actor, act: 'offer-sign-in', resource: 'administrator', targetId: _id, after: { by } })
  })
  return [`This link signs in as ${email}, once, within 10 minutes:`, `${origin}/#sign-in=${code}.${verifier}`]
}

/** For somebody whom the identity provider knows by another subject now, under the same mail address. */
async function unlink({ db }: Deps, { _id, email }: Active) {
  const unlinked = await inTransaction(db, async (tx) => {
    const count = await unlinkIdentities(tx, _id)
    if (count > 0)
      await recordAct(tx, { actor, act: 'unlink-identity', resource: 'administrator', targetId: _id, after: { by } })
    return count
  })
  if (unlinked === 0) throw new PlainError(`${email} is not linked with single sign-on`)
  return [`${email} is no longer linked; the next sign-in with this mail address links anew.`]
}

async function removeFactors({ db }: Deps, { _id, email }: Active) {
  await inTransaction(db, async (tx) => {
    await lockCredentials(tx, _id)
    if (!(await removeSecondFactors(tx, _id)))
      throw new PlainError(`${email} has no second factor; nothing was changed`)
    await revokeSessionsOf(tx, _id)
    const audited = { actor, resource: 'administrator', targetId: _id, after: { by } }
    await recordAct(tx, { ...audited, act: 'remove-second-factors' })
  })
  return [`${email} has no second factor any more, and signs in with the password. All earlier sessions have ended.`]
}
