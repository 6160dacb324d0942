import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  devOverride,
  inlineJson,
  signedDevOverride,
  type DevOverride,
  type SignedDevOverride,
} from '../../schema/index.ts'
import { parseJson, readJson, readJsonIfThere } from '../../schema/read-json.ts'
import { createFile } from '../files/create-file.ts'
import { readPolicy } from '../store/policy.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const usedFile = z.strictObject({
  at: z.iso.datetime(),
  /** SHA-256 of what the cookie of the one browser holds, and of the token of the one session. */
  secret: hash,
  session: hash,
})
const endedFile = z.strictObject({ at: z.iso.datetime(), by: z.string().max(300), reason: z.string().max(500) })

type DevOverrideUse = z.infer<typeof usedFile>
export type KnownDevOverride = {
  override: DevOverride
  signed: SignedDevOverride
  /** Null until somebody pasted its code. */
  used: DevOverrideUse | null
  /** Null until somebody revoked it or left it. */
  ended: z.infer<typeof endedFile> | null
}

/** Why a grant cannot be used, as the shell’s origin and a person read it. */
type DevOverrideState = 'waiting' | 'active' | 'expired' | 'ended' | 'not-signed' | 'not-allowed'

export const codeOf = (signed: SignedDevOverride) => Buffer.from(JSON.stringify(signed)).toString('base64url')

/** What a code holds, if it is one; nothing of it is believed yet. */
export function readCode(code: string): SignedDevOverride | null {
  try {
    return signedDevOverride.parse(JSON.parse(Buffer.from(code.trim(), 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

/**
 * The grants of an installation, below `grants/`: `ID.json` is what was signed, `ID.used.json` the one use of its code,
 * `ID.ended.json` its end. Each file is written once; a second attempt returns false.
 */
export class DevOverrides {
  private readonly store: ReleaseStore

  constructor(store: ReleaseStore) {
    this.store = store
  }

  /** A grant that can be given, not yet signed. Throws when the part or the origin does not allow it. */
  draft(
    { remote, origin, admin, hours }: { remote: string; origin: string; admin: string; hours: number },
    now = Date.now(),
  ): DevOverride {
    const live = this.store.live()
    if (!live?.remotes[remote]) {
      throw new ReleaseError(
        `there is no remote "${remote}" in the live release; there is: ${Object.keys(live?.remotes ?? {}).join(', ') || 'none'}`,
      )
    }
    const { devOrigins } = readPolicy(this.store)
    if (!devOrigins.includes(origin))
      throw new ReleaseError(
        `${origin} is not on the list of ${join(this.store.folder, 'policy.json')}: devOrigins is [${devOrigins.join(', ')}]`,
      )
    const made = devOverride.safeParse({
      schema: 'interline-grant-1',
      id: randomBytes(8).toString('hex'),
      remote,
      origin,
      admin,
      issuedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + hours * 3_600_000).toISOString(),
    })
    if (made.success) return made.data
    const issue = made.error.issues[0]
    throw new ReleaseError(`${issue?.path.join('.')}: ${issue?.message}`)
  }

  /** Signs a grant and stores it. The caller holds the change lock and writes the log. */
  issue(given: DevOverride): SignedDevOverride {
    const text = inlineJson(given)
    const signed = { text, signature: this.store.keys.sign(text) }
    this.putOnce(`${given.id}.json`, signed)
    return signed
  }

  all(): KnownDevOverride[] {
    if (!existsSync(this.folder())) return []
    const ids = readdirSync(this.folder()).flatMap((name) => /^([0-9a-f]{16})\.json$/.exec(name)?.[1] ?? [])
    return ids
      .flatMap((id) => this.find(id) ?? [])
      .sort((a, b) => a.override.issuedAt.localeCompare(b.override.issuedAt))
  }

  find(id: string): KnownDevOverride | null {
    if (!/^[0-9a-f]{16}$/.test(id) || !existsSync(this.file(id))) return null
    const signed = readJson(this.file(id), signedDevOverride)
    const given = parseJson(this.file(id), signed.text, devOverride)
    const used = readJsonIfThere(this.file(`${id}.used`), usedFile) ?? null
    const ended = readJsonIfThere(this.file(`${id}.ended`), endedFile) ?? null
    return { override: given, signed, used, ended }
  }

  /** Whether a grant may run now, and why not: its end, its time, its key, and the list of origins as it is today. */
  stateOf(
    { override: { id, origin, expiresAt }, signed, used, ended }: KnownDevOverride,
    now = Date.now(),
  ): DevOverrideState {
    if (ended) return 'ended'
    if (!(Date.parse(expiresAt) > now)) return 'expired'
    if (!this.isSigned(id, signed)) return 'not-signed'
    if (!readPolicy(this.store).devOrigins.includes(origin)) return 'not-allowed'
    return used ? 'active' : 'waiting'
  }

  /** Notes the one use of a code. Returns false when it was used before. */
  use(id: string, use: DevOverrideUse): boolean {
    return this.putOnce(`${id}.used.json`, use)
  }

  /** Ends a grant for good. Returns false when it had ended before. */
  end(id: string, by: string, reason: string): boolean {
    return this.putOnce(`${id}.ended.json`, { at: new Date().toISOString(), by, reason })
  }

  /** By a key that still signs: other than with a release, a retired key's grants end with it. */
  private isSigned(id: string, { text, signature }: SignedDevOverride): boolean {
    const key = this.store.keys.all().find((one) => one.id === signature.keyId)
    if (!key || key.retiredAt) return false
    try {
      this.store.keys.verify(this.file(id), text, signature)
      return true
    } catch {
      return false
    }
  }

  private folder() {
    return join(this.store.folder, 'grants')
  }

  private file(name: string) {
    return join(this.folder(), `${name}.json`)
  }

  private putOnce(name: string, value: unknown): boolean {
    mkdirSync(this.folder(), { recursive: true })
    return createFile(join(this.folder(), name), `${JSON.stringify(value, null, 2)}\n`, 0o600)
  }
}
