import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { keyText, signingKeys, type ReleaseSignature, type SigningKey } from '../../schema/index.ts'
import { readJsonIfThere, readText } from '../../schema/read-json.ts'
import { createFile } from '../files/create-file.ts'
import { makeFolder } from '../files/make-folder.ts'
import { writeWhole } from '../files/write-file.ts'
import { withLock } from '../files/with-lock.ts'
import { ReleaseError } from '../report/release-error.ts'

/**
 * The keys that sign releases, below `keys/` of an installation: `keys.json` is public, `ID.pem` are the private halves
 * (mode 0600). Only who signs needs a private half; who serves and who verifies reads `keys.json` alone.
 */
export class Keys {
  private readonly dataDir: string
  private readonly folder: string
  /** `keys.json` */
  readonly list: string

  constructor(dataDir: string) {
    this.dataDir = dataDir
    this.folder = join(dataDir, 'keys')
    this.list = join(this.folder, 'keys.json')
  }

  /** All keys, the root first; each later one is endorsed by an earlier one. None before the first use. */
  all(): SigningKey[] {
    const keys = readJsonIfThere(this.list, signingKeys) ?? []
    const broken = keys.find((key, at) => at > 0 && !isEndorsed(key, keys.slice(0, at)))
    if (broken) throw new ReleaseError(`${this.list}: key ${broken.id} is not endorsed by one before it`)
    return keys
  }

  /** Makes the root key unless there is one. Returns whether it did. */
  init(): boolean {
    if (existsSync(this.list)) return false
    this.requireNotLost()
    const root = this.make()
    let isFirst = false
    try {
      isFirst = createFile(this.list, textOf([root]))
      return isFirst
    } finally {
      if (!isFirst) rmSync(this.privateFile(root.id))
    }
  }

  /** Throws when there was a root key before. */
  requireNotLost() {
    if (this.hasSigned() && !existsSync(this.list))
      throw new ReleaseError(
        `${this.list}: is missing, but releases were signed, and browsers refuse what another root signs; restore it from a backup`,
      )
  }

  /** The key that signs: the newest that is not retired, nor about to be. */
  active(retiring?: string): SigningKey {
    const key = this.all().findLast((one) => one.retiredAt === undefined && one.id !== retiring)
    if (!key) throw new ReleaseError(`${this.list}: holds no key that is not retired`)
    return key
  }

  /** The key that signs. Throws when its private half is not here. */
  requireActive(): SigningKey {
    const key = this.active()
    this.requirePrivate(key)
    return key
  }

  /** Adds a key that the active one endorses; it signs from now on. */
  rotate(): SigningKey {
    this.init()
    return withLock(this.dataDir, () => {
      const previous = this.requireActive()
      const key = this.make()
      const endorsed = { ...key, endorsement: { keyId: previous.id, signature: this.signWith(previous, keyText(key)) } }
      this.write([...this.all(), endorsed])
      return endorsed
    })
  }

  /** Ends a key for good and deletes its private half. The last one cannot be ended. */
  retire(id: string) {
    withLock(this.dataDir, () => this.retireLocked(id))
  }

  /** The same for who holds the change lock. */
  retireLocked(id: string) {
    const key = this.requireRetirable(id)
    this.write(this.all().map((one) => (one.id === key.id ? { ...one, retiredAt: new Date().toISOString() } : one)))
    rmSync(this.privateFile(id), { force: true })
  }

  /**
   * The key, unless there is none, it is retired, it is the last one, or the one to sign after it cannot: then throws a
   * sentence that says so.
   */
  requireRetirable(id: string): SigningKey {
    const keys = this.all()
    const key = keys.find((one) => one.id === id)
    if (!key)
      throw new ReleaseError(`there is no key "${id}"; there is: ${keys.map((one) => one.id).join(', ') || 'none'}`)
    if (key.retiredAt) throw new ReleaseError(`key ${id} was retired on ${key.retiredAt}`)
    const heir = keys.findLast((one) => one.id !== id && !one.retiredAt)
    if (!heir) {
      this.requirePrivate(key)
      throw new ReleaseError(`key ${id} is the only one left; rotate first`)
    }
    this.requirePrivate(heir)
    return key
  }

  /** Signs with the active key, and never with the one about to be retired; the first use makes it. */
  sign(text: string, retiring?: string): ReleaseSignature {
    this.init()
    const key = this.active(retiring)
    return { keyId: key.id, signature: this.signWith(key, text) }
  }

  /**
   * Throws a sentence that names the file and the key when its text is not what was signed; `signatureFile` holds the
   * signature, unless the same file does. Keys retired since may have signed it.
   */
  verify(file: string, text: string, { keyId, signature }: ReleaseSignature, signatureFile?: string) {
    const key = this.all().find(({ id }) => id === keyId)
    if (!key)
      throw new ReleaseError(
        `${signatureFile ?? file}: is signed by key ${keyId}, which is not in ${this.list}; restore the altered one`,
      )
    if (isSignedBy(key, text, signature)) return
    const others = signatureFile ? `${signatureFile} or ${this.list}` : this.list
    throw new ReleaseError(
      `${file}: is not what key ${keyId} signed; it was altered, unless ${others} was; restore it from a backup`,
    )
  }

  private hasSigned(): boolean {
    const releases = join(this.dataDir, 'releases')
    return existsSync(releases) && readdirSync(releases).some((name) => name.endsWith('.sig.json'))
  }

  private signWith(key: SigningKey, text: string): string {
    return sign(null, Buffer.from(text), this.requirePrivate(key)).toString('base64')
  }

  private requirePrivate({ id, publicKey }: SigningKey): KeyObject {
    const file = this.privateFile(id)
    if (!existsSync(file))
      throw new ReleaseError(
        `${file}: the private half of key ${id} is not here, so nothing can be signed with it; restore it from a backup`,
      )
    const half = privateHalf(readText(file))
    if (!half || publicText(half) !== publicKey)
      throw new ReleaseError(
        `${file}: is not the private half of key ${id}, so nothing can be signed with it; restore it from a backup`,
      )
    return half
  }

  private make(): SigningKey {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const raw = Buffer.from(publicText(publicKey), 'base64')
    const id = createHash('sha256').update(raw).digest('hex').slice(0, 16)
    makeFolder(resolve(this.folder))
    createFile(this.privateFile(id), privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600)
    return { id, publicKey: raw.toString('base64'), addedAt: new Date().toISOString() }
  }

  private privateFile(id: string) {
    return join(this.folder, `${id}.pem`)
  }

  private write(keys: SigningKey[]) {
    writeWhole(this.list, textOf(keys))
  }
}

const textOf = (keys: SigningKey[]) => `${JSON.stringify(keys, null, 2)}\n`

/** Of either half: what `keys.json` says of it. */
const publicText = (half: KeyObject) =>
  Buffer.from(half.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')

function privateHalf(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

const isSignedBy = (key: SigningKey, text: string, signature: string) =>
  verify(null, Buffer.from(text), publicKeyOf(key), Buffer.from(signature, 'base64'))

function isEndorsed({ endorsement, ...key }: SigningKey, earlier: SigningKey[]): boolean {
  const endorser = earlier.find(({ id }) => id === endorsement?.keyId)
  return (
    endorser !== undefined && endorsement !== undefined && isSignedBy(endorser, keyText(key), endorsement.signature)
  )
}

const publicKeyOf = ({ publicKey }: SigningKey): KeyObject =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
  })
