import { createHash } from 'node:crypto'
import type { FactorChallenge } from '@interline/shared/contract'
import type { Database, Tx } from '../database/tables.ts'
import { lockCredentials, noteSignIn, renewPasswordHash } from '../repositories/accounts/accounts.ts'
import { inTransaction, recordAct } from '../repositories/audit.ts'
import type { Passwords } from './password.ts'
import { isKnownAddress, noteAddress } from '../repositories/accounts/known-addresses.ts'
import { networkOf } from './network-of.ts'
import { requireAttempts, TooManyAttemptsError, type RateLimits } from './rate-limit.ts'
import { startSession } from './sessions.ts'

/** The e-mail address or the password is not right; which of the two is not said. */
export class WrongPasswordError extends Error {}

/** The password is right, and the account has a second factor, which is asked for next. */
export class SecondFactorNeededError extends Error {
  readonly challenge: FactorChallenge

  constructor(challenge: FactorChallenge) {
    super('A second factor is needed')
    this.challenge = challenge
  }
}

type Account = { _id: string; passwordHash: string | null; disabledAt: Date | null }

type SignInOptions<A extends Account> = {
  db: Database
  rateLimits: RateLimits
  passwords: Passwords
  find: () => Promise<A | undefined>
  address: string
  email: string
  password: string
  remember: boolean
  /** The id of the request, where the audit is to know of who signs in and who is refused. */
  audited?: string
  /** Asks an administrator for the second factor in the transaction that found the password right. */
  askForFactor?: (tx: Tx, personId: string) => Promise<FactorChallenge>
  /** The name that the browser gives itself, for who looks at the sessions of their own account. */
  userAgent?: string | undefined
}

/**
 * Begins a session for whoever knows the password. Failures are limited for an address, for the account from one
 * address, and for the account from all addresses that it has not signed in from before: nobody can go on guessing from
 * many addresses, nor keep the account's owner out. Throws `TooManyAttemptsError`, `WrongPasswordError` and, of an
 * administrator with a second factor, `SecondFactorNeededError`.
 */
export async function signIn<A extends Account>(options: SignInOptions<A>) {
  const { db, rateLimits, passwords, find, email, password, remember } = options
  const address = networkOf(options.address)
  const accountKey = hashOf(email.toLowerCase())
  const attempts = [
    { limit: rateLimits.signInsPerAddress, key: address },
    { limit: rateLimits.signInsPerAccount, key: `${address}:${accountKey}` },
  ]
  await requireAttempts(...attempts)
  const giveBack = () => Promise.all(attempts.map(({ limit, key }) => limit.reward(key, 1)))
  // A password that could not be checked was not wrong: who tries while the database is away is not locked out later.
  const { account, matches } = await check().catch(async (error: unknown) => {
    if (!(error instanceof TooManyAttemptsError)) await giveBack()
    throw error
  })
  // A disabled person is told no more than somebody who does not know the password.
  if (!account || !matches || account.disabledAt) {
    await record(db, 'refused-sign-in', null, account?._id)
    throw new WrongPasswordError('The e-mail address or the password is not right')
  }
  const begun = await inTransaction(db, (tx) => begin(tx, account))
  await giveBack()
  const { _id, passwordHash } = account
  // A hash that was made at another cost is replaced: the password is known only while somebody signs in.
  if (passwordHash && passwords.isOutdated(passwordHash))
    await renewPasswordHash(db, _id, passwordHash, await passwords.hash(password))
  if (typeof begun !== 'string') throw new SecondFactorNeededError(begun)
  return { token: begun, account }

  /** The token, or what is asked next of an administrator with a second factor. */
  async function begin(tx: Tx, account: A): Promise<string | FactorChallenge> {
    const personId = account._id
    const credentials = await lockCredentials(tx, personId)
    await requireStill(account, credentials?.passwordHash)
    if (options.audited === undefined) {
      await noteAddress(tx, personId, address)
      return startSession(tx, personId, remember)
    }
    if (credentials?.hasSecondFactor && options.askForFactor) return options.askForFactor(tx, personId)
    const { address: from, userAgent, audited: requestId } = options
    return beginAdminSession(tx, { personId, remember, address: from, userAgent, requestId })
  }

  /** Another password may have been set while this one was checked. The same one has another hash at another cost. */
  async function requireStill({ passwordHash }: A, now: string | null | undefined) {
    if (now !== passwordHash && !(await passwords.matches(now ?? undefined, password)))
      throw new WrongPasswordError('The e-mail address or the password is not right')
  }

  async function record(tx: Database, act: string, actorId: string | null, targetId: string | undefined) {
    if (options.audited === undefined) return
    const actor = { _id: actorId, address: options.address, requestId: options.audited }
    await recordAct(tx, { actor, act, resource: 'administrator', ...(targetId !== undefined && { targetId }) })
  }

  async function check() {
    const account = await find()
    // Asked and counted for an account that does not exist too, so that nothing shows whether it does.
    if (!(await isKnownAddress(db, account?._id ?? '', address))) {
      const unknown = { limit: rateLimits.signInsFromUnknown, key: accountKey }
      await requireAttempts(unknown)
      attempts.push(unknown)
    }
    return { account, matches: await passwords.matches(account?.passwordHash, password) }
  }
}

type AdminSessionOptions = {
  personId: string
  remember: boolean
  address: string
  userAgent: string | undefined
  requestId: string
  /** How they showed that it is them, where it was not by the password alone. */
  method?: string
  /** The token of a sign-in at the identity provider. */
  idToken?: string | null
}

/** Begins the session of an administrator who gave all that is asked for, and returns its token. */
export async function beginAdminSession(tx: Tx, options: AdminSessionOptions): Promise<string> {
  const { personId, remember, address, userAgent, requestId, method, idToken = null } = options
  await noteSignIn(tx, personId)
  const token = await startSession(tx, personId, remember, { address, userAgent, idToken })
  await noteAddress(tx, personId, networkOf(address))
  const actor = { _id: personId, address, requestId }
  const after = method === undefined ? undefined : { method }
  await recordAct(tx, { actor, act: 'sign-in', resource: 'administrator', targetId: personId, after })
  return token
}

const hashOf = (email: string) => createHash('sha256').update(email).digest('hex').slice(0, 32)
