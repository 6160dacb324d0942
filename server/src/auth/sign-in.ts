import { createHash } from 'node:crypto'
import type { Database } from '../database/tables.ts'
import { renewPasswordHash } from '../repositories/accounts/accounts.ts'
import type { Passwords } from './password.ts'
import { requireAttempts, type RateLimits } from './rate-limit.ts'
import { startSession } from './sessions.ts'

/** The e-mail address or the password is not right; which of the two is not said. */
export class WrongPasswordError extends Error {}

type Account = { _id: string; passwordHash: string | null }

type SignInOptions<A extends Account> = {
  db: Database
  rateLimits: RateLimits
  passwords: Passwords
  find: () => Promise<A | undefined>
  address: string
  email: string
  password: string
  remember: boolean
}

/**
 * Begins a session for whoever knows the password. Failures are limited for the account from one address, and for the
 * address. Throws `TooManyAttemptsError` and `WrongPasswordError`.
 */
export async function signIn<A extends Account>(options: SignInOptions<A>) {
  const { db, rateLimits, passwords, find, address, email, password, remember } = options
  const attempts = [
    { limit: rateLimits.signInsPerAccount, key: `${address}:${hashOf(email.toLowerCase())}` },
    { limit: rateLimits.signInsPerAddress, key: address },
  ]
  await requireAttempts(...attempts)
  const giveBack = () => Promise.all(attempts.map(({ limit, key }) => limit.reward(key, 1)))
  // A password that could not be checked was not wrong: who tries while the database is away is not locked out later.
  const { account, matches } = await check(find, passwords, password).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  if (!account || !matches) throw new WrongPasswordError('The e-mail address or the password is not right')
  const [token] = await Promise.all([
    startSession(db, account._id, remember),
    giveBack(),
    rehash(db, passwords, account, password),
  ])
  return { token, account }
}

const hashOf = (email: string) => createHash('sha256').update(email).digest('hex').slice(0, 32)

async function check<A extends Account>(find: () => Promise<A | undefined>, passwords: Passwords, password: string) {
  const account = await find()
  return { account, matches: await passwords.matches(account?.passwordHash, password) }
}

/** Replaces a hash that was made at another cost: the password is known only while somebody signs in. */
async function rehash(
  db: Database,
  passwords: Passwords,
  { _id, passwordHash }: Account,
  password: string,
): Promise<void> {
  if (passwordHash && passwords.isOutdated(passwordHash))
    await renewPasswordHash(db, _id, passwordHash, await passwords.hash(password))
}
