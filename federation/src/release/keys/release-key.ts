import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ReleaseSignature } from '../../schema/index.ts'
import { readText } from '../../schema/read-json.ts'
import { createFile } from '../files/create-file.ts'
import { makeFolder } from '../files/make-folder.ts'
import { ReleaseError } from '../report/release-error.ts'

/** The raw 32 bytes of the public half, in base64. */
const publicText = (key: KeyObject) =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')

/** Makes an Ed25519 key in a file for its owner alone (PEM, 0600). Returns its public half. */
export function makeReleaseKey(file: string): string {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  makeFolder(dirname(resolve(file)))
  if (!createFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 }))
    throw new ReleaseError(`${file}: is there already; a key is never overwritten; name another file`)
  return publicText(publicKey)
}

/** The public half of the key in a file. Throws naming the file when it holds none. */
export const readPublicKey = (file: string): string => publicText(createPublicKey(readKey(file)))

/** Signs a text with the key in a file. */
export function signWith(file: string, text: string): ReleaseSignature {
  const key = readKey(file)
  const signature = sign(null, Buffer.from(text), key).toString('base64')
  return { publicKey: publicText(createPublicKey(key)), signature }
}

const another = 'RELEASE_KEY names the file, and "release init --key FILE" makes a new one'

function readKey(file: string): KeyObject {
  if (!existsSync(file)) throw new ReleaseError(`${file}: the key that signs releases is missing; ${another}`)
  const key = keyOf(readText(file))
  if (key?.asymmetricKeyType !== 'ed25519') throw new ReleaseError(`${file}: is no Ed25519 key in PEM; ${another}`)
  return key
}

function keyOf(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

/** Whether a text is, to the byte, what was signed. */
export function isSignedText(text: string, { publicKey, signature }: ReleaseSignature): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') }
  const key = createPublicKey({ format: 'jwk', key: jwk })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

/**
 * The public keys of `RELEASE_PUBLIC_KEYS`, with spaces or commas between; null when it is not set. Throws naming what
 * is no key.
 */
export function parsePublicKeys({ RELEASE_PUBLIC_KEYS: text }: NodeJS.ProcessEnv): string[] | null {
  const keys = (text ?? '').split(/[\s,]+/).filter(Boolean)
  const wrong = keys.find((key) => !/^[A-Za-z0-9+/]{43}=$/.test(key))
  if (wrong) throw new ReleaseError(`RELEASE_PUBLIC_KEYS: "${wrong}" is no public key, as "release init" prints it`)
  return keys.length > 0 ? keys : null
}
