import type { FactorChallenge, Proof, ProofMethod } from '@interline/shared/contract'
import type { Database, Tx } from '../../database/tables.ts'
import { lockCredentials, readPasswordHash } from '../../repositories/accounts/accounts.ts'
import { isKnownAddress } from '../../repositories/accounts/known-addresses.ts'
import { createChallenge, endChallenge } from '../../repositories/accounts/second-factor/challenges.ts'
import { findAuthenticator, readSecondFactors, takeStep } from '../../repositories/accounts/second-factor/factors.ts'
import { listPasskeys, notePasskeyUse } from '../../repositories/accounts/second-factor/passkeys.ts'
import { takeRecoveryCode } from '../../repositories/accounts/second-factor/recovery-codes.ts'
import { inTransaction, recordAct, type Actor } from '../../repositories/audit.ts'
import { networkOf } from '../network-of.ts'
import type { Passwords } from '../password.ts'
import { requireAttempts, type RateLimits } from '../rate-limit.ts'
import { hashToken, newToken } from '../sessions.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import type { SecretBox } from './secret-box.ts'
import { checkTotp } from './totp.ts'
import { checkPasskey, passkeyRequest, type RelyingParty } from './web-authn.ts'

export type FactorDeps = {
  db: Database
  rateLimits: RateLimits
  passwords: Passwords
  secretBox: SecretBox | undefined
  relyingParty: RelyingParty
}

/** The given factor is not this person's. `isOver`: the same challenge cannot be answered again. */
export class WrongFactorError extends Error {
  readonly isOver: boolean

  constructor(isOver: boolean) {
    super('This factor is not right')
    this.isOver = isOver
  }
}

/** The secret of the authenticator app cannot be read: SECRET_KEY or its file is missing, or another one. */
export class NoSecretKeyError extends Error {}

type AskOptions = { personId: string; purpose: 'sign-in' | 'confirm'; remember?: boolean }

/**
 * Asks for a factor that the person has: the second one, or to confirm the password of who has none; with no method
 * where there is neither.
 */
export async function askForFactor(
  { relyingParty }: Pick<FactorDeps, 'relyingParty'>,
  db: Database,
  { personId, purpose, remember = false }: AskOptions,
): Promise<FactorChallenge> {
  const { authenticator, passkeys, recoveryCodes } = await readSecondFactors(db, personId)
  const options = await passkeyRequest(relyingParty, passkeys)
  const methods: ProofMethod[] = [
    ...(authenticator ? ['totp' as const] : []),
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
    ...(recoveryCodes > 0 ? ['recovery-code' as const] : []),
  ]
  const token = newToken()
  await createChallenge(db, {
    tokenHash: hashToken(token),
    personId,
    purpose,
    remember,
    challenge: options.challenge,
  })
  const hasNone = !authenticator && passkeys.length === 0
  const hasPassword = hasNone && Boolean(await readPasswordHash(db, personId))
  return {
    token,
    methods: hasNone ? (hasPassword ? ['password'] : []) : methods,
    passkey: passkeys.length > 0 ? { ...options } : null,
  }
}

type GivenProof = {
  personId: string
  proof: Proof
  challenge: { tokenHash: string; challenge: string }
  address: string
}

/**
 * Checks a factor and uses it up: a code of an app or of paper is taken once, and a challenge is answered by one
 * passkey. What it opens is done in the transaction that ends the challenge: another password that is set, or factors
 * that are removed, come before both or after both. Tries are limited as those of passwords are, also for who knows the
 * password and has many addresses. Throws `TooManyAttemptsError`, `WrongFactorError` and `NoSecretKeyError`.
 */
export async function proveFactor<Result>(
  deps: FactorDeps,
  given: GivenProof,
  open: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { db, rateLimits } = deps
  const { personId, challenge, proof } = given
  const network = networkOf(given.address)
  const attempts = [{ limit: rateLimits.secondFactors, key: `${network}:${personId}` }]
  if (!(await isKnownAddress(db, personId, network)))
    attempts.push({ limit: rateLimits.secondFactorsFromUnknown, key: personId })
  await requireAttempts(...attempts)
  const giveBack = () => Promise.all(attempts.map(({ limit, key }) => limit.reward(key, 1)))
  const { isOver, opened } = await answerOnce().catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  if (!opened) throw new WrongFactorError(isOver)
  await giveBack()
  return opened.result

  async function answerOnce() {
    const isRight = await check(deps, given)
    if (!isRight && proof.method !== 'passkey') return { isOver: false }
    return inTransaction(db, async (tx) => {
      await lockCredentials(tx, personId)
      // A person who comes second with the same challenge has not answered it, whatever they gave.
      const isFirst = await endChallenge(tx, challenge.tokenHash)
      return { isOver: true, ...(isRight && isFirst && { opened: { result: await open(tx) } }) }
    })
  }
}

async function check(
  { db, passwords, secretBox, relyingParty }: FactorDeps,
  { personId, proof, challenge: { challenge } }: GivenProof,
): Promise<boolean> {
  switch (proof.method) {
    case 'totp': {
      const found = await findAuthenticator(db, personId)
      if (!found?.confirmedAt) return false
      const step = checkTotp(readSecret(secretBox, found.secret, personId), proof.code, found.lastStep)
      return step !== undefined && takeStep(db, personId, step)
    }
    case 'recovery-code':
      return takeRecoveryCode(db, personId, hashRecoveryCode(proof.code))
    case 'passkey': {
      const { response } = proof
      const used = await checkPasskey(relyingParty, await listPasskeys(db, personId), {
        response,
        challenge,
      })
      return used !== undefined && notePasskeyUse(db, used._id, used.counter)
    }
    case 'password': {
      const { authenticator, passkeys } = await readSecondFactors(db, personId)
      if (authenticator || passkeys.length > 0) return false
      return passwords.matches((await readPasswordHash(db, personId)) ?? undefined, proof.password)
    }
  }
}

/** Throws `NoSecretKeyError`. */
export function readSecret(secretBox: SecretBox | undefined, box: string, personId: string): string {
  try {
    if (secretBox) return secretBox.decrypt(box, personId)
  } catch (error) {
    throw new NoSecretKeyError('The secret of an authenticator app cannot be read', { cause: error })
  }
  throw new NoSecretKeyError('There is no SECRET_KEY to read the secret of an authenticator app with')
}

/** Writes down a factor that was given, where it is more than a code of every day, or that was not right. */
export async function recordProof(db: Database, actor: Actor, targetId: string, proof: Proof, wasRight: boolean) {
  if (wasRight && proof.method !== 'recovery-code') return
  const act = wasRight ? 'use-recovery-code' : 'refused-second-factor'
  const after = wasRight ? {} : { after: { method: proof.method } }
  await recordAct(db, { actor, act, resource: 'administrator', targetId, ...after })
}
