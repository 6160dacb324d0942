import { createHash } from 'node:crypto'
import type { Database } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { renewPasswordHash } from '../repositories/accounts.ts'
import { createSession } from '../repositories/sessions.ts'
import type { AttemptLimit } from './attempt-limit.ts'
import type { Passwords } from './password.ts'
import { hashToken, newToken } from './token.ts'

const windowSeconds = 15 * 60
const failuresPerAccount = 10
const failuresPerAddress = 60
const workingDaySeconds = 12 * 3600
const rememberedSeconds = 30 * 24 * 3600

type Account = { _id: string; passwordHash: string | null }

type Attempt<A extends Account> = {
  db: Database
  limit: AttemptLimit
  passwords: Passwords
  find: () => Promise<A | undefined>
  address: string
  email: string
  password: string
  remember: boolean
}

/** A session for whoever knows the password. Failures are limited by address and account, and by address alone. */
export async function signIn<A extends Account>({ db, limit, passwords, find, address, email, password, remember }: Attempt<A>) {
  const byAddress = `sign-in:${address}`
  const byAccount = `${byAddress}:${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32)}`
  const waits = await Promise.all([limit.take(byAccount, failuresPerAccount, windowSeconds), limit.take(byAddress, failuresPerAddress, windowSeconds)])
  const wait = Math.max(...waits.map((seconds) => seconds ?? 0))
  if (wait > 0) throw new Refusal(429, 'Too many attempts', { detail: 'Please wait before you try again.', retryAfterSeconds: wait })
  const giveBack = () => Promise.all([limit.giveBack(byAccount), limit.giveBack(byAddress)])
  // What could not be checked was no wrong password: whoever tries while the database is away is not locked out once it is back.
  const { account, matches } = await check(find, passwords, password).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  if (!account || !matches) throw new Refusal(401, 'The e-mail address or the password is not right')
  const [token] = await Promise.all([startSession(db, account._id, remember), giveBack(), keepUpToDate(db, passwords, account, password)])
  return { token, account }
}

async function check<A extends Account>(find: () => Promise<A | undefined>, passwords: Passwords, password: string) {
  const account = await find()
  return { account, matches: await passwords.matches(account?.passwordHash, password) }
}

/** A password is known only now: a hash of it that was made at another cost is made anew. */
async function keepUpToDate(db: Database, passwords: Passwords, { _id, passwordHash }: Account, password: string): Promise<void> {
  if (passwordHash && passwords.isOutdated(passwordHash)) await renewPasswordHash(db, _id, passwordHash, await passwords.hash(password))
}

/** The token of a new session, for a working day or for 30 days. */
export async function startSession(db: Database, personId: string, remember: boolean): Promise<string> {
  const token = newToken()
  await createSession(db, hashToken(token), personId, remember ? rememberedSeconds : workingDaySeconds)
  return token
}
