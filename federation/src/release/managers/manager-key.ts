import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { FileError, readText } from '../../schema/read-json.ts'
import { createFile } from '../files/create-file.ts'
import { ReleaseError } from '../report/release-error.ts'

/** The raw 32 bytes of an Ed25519 key in base64, of either half. */
const rawOf = (half: KeyObject) => Buffer.from(half.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')

/** The id of a key begins the SHA-256 of its raw bytes, as with the keys that sign releases. */
export const keyIdOf = (publicKey: string) =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16)

/** Who acts: the private half of a manager's key; `name` is null for a key that is no manager's. */
export type Signer = { name: string | null; keyId: string; publicKey: string; sign: (text: string) => string }

/** Makes a manager's key: the private half in `file`, readable by its owner only, the public one in `file.pub`. */
export function makeManagerKey(file: string): string {
  for (const half of [file, `${file}.pub`])
    if (existsSync(half)) throw new ReleaseError(`${half}: is there already; a key is never replaced`)
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  if (!createFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600))
    throw new ReleaseError(`${file}: is there already; a key is never replaced`)
  if (!createFile(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' })))
    throw new ReleaseError(`${file}.pub: is there already; a key is never replaced`)
  return keyIdOf(rawOf(publicKey))
}

/** The public half in a PEM file, as raw bytes in base64. The private half is refused: it is nobody else's. */
export function readPublicKey(file: string): string {
  const pem = textOf(file)
  if (pem.includes('PRIVATE KEY'))
    throw new ReleaseError(`${file}: holds a private key, which its manager keeps; give the public half`)
  return rawOf(ed25519(file, 'public', () => createPublicKey(pem)))
}

export function readSigner(file: string, nameOf: (keyId: string) => string | null): Signer {
  const half = ed25519(file, 'private', () => createPrivateKey(textOf(file)))
  const publicKey = rawOf(half)
  const keyId = keyIdOf(publicKey)
  const signText = (text: string) => sign(null, Buffer.from(text), half).toString('base64')
  return { name: nameOf(keyId), keyId, publicKey, sign: signText }
}

export function isSignedWith(publicKey: string, text: string, signature: string): boolean {
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

function textOf(file: string): string {
  try {
    return readText(file)
  } catch (error) {
    throw error instanceof FileError ? new ReleaseError(error.message) : error
  }
}

function ed25519(file: string, half: 'public' | 'private', read: () => KeyObject): KeyObject {
  try {
    const key = read()
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (error) {
    if (error instanceof ReleaseError) throw error
  }
  throw new ReleaseError(`${file}: is not the ${half} half of an Ed25519 key in PEM; release managers keygen makes one`)
}
