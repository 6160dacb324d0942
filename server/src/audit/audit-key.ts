import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import type { Database } from '../database/tables.ts'
import { installationValue } from '../repositories/installation.ts'

const name = 'audit-key'

/** The key that signs cuts of the audit (Ed25519), made at first need and kept with the secrets of the installation. */
export async function auditKey(db: Database): Promise<KeyObject> {
  const pem = await installationValue(db, name, () =>
    generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  )
  return createPrivateKey(pem)
}

/** The public half as it is shown and compared: the raw 32 bytes in base64url. Null before the first cut. */
export async function publicAuditKey(db: Database): Promise<string | null> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst()
  return row ? (createPublicKey(row.value).export({ format: 'jwk' }).x ?? null) : null
}

export const signText = (key: KeyObject, text: string) => sign(null, Buffer.from(text), key).toString('base64url')

/** Whether a text was signed by who has the private half of a key. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}
