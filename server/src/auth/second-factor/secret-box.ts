import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingError, type Config } from '../../config/config.ts'
import { syncNames } from '../../storage/sync-folder.ts'

/** Encrypts what must be read again, such as the secret of an authenticator app. */
export type SecretBox = ReturnType<typeof createSecretBox>

/** It was encrypted with a key that this node does not have. */
export class OtherKeyError extends Error {}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM with a key of 32 bytes. Each text begins with the id of its key, so that another one is told apart.
 * `context` names whose it is: what was encrypted for one is not decrypted for another.
 */
export function createSecretBox(key: Buffer) {
  const keyId = createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16)
  return {
    encrypt(text: string, context: string): string {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${keyId}.${sealed.toString('base64url')}`
    },
    /** Throws `OtherKeyError`, and an error for what was altered. */
    decrypt(box: string, context: string): string {
      const [id, sealedText = ''] = box.split('.')
      if (id !== keyId) throw new OtherKeyError('This was encrypted with another SECRET_KEY')
      const sealed = Buffer.from(sealedText, 'base64url')
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-tagBytes))
      return decipher.update(sealed.subarray(ivBytes, -tagBytes)).toString('utf8') + decipher.final('utf8')
    },
  }
}

const keyBytes = 32

/**
 * The box of this installation: with SECRET_KEY, else with the key in `DATA_DIR/secret.key`, which is made at the first
 * start. Several nodes share no folder: with REDIS_URL and no SECRET_KEY there is none.
 */
export async function openSecretBox(config: Config): Promise<SecretBox | undefined> {
  if (config.secretKey) return createSecretBox(config.secretKey)
  if (config.redisUrl) return undefined
  const file = join(config.dataDir, 'secret.key')
  if (!existsSync(file)) await makeKey(config.dataDir, file)
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url')
  if (key.length !== keyBytes)
    throw new SettingError(`DATA_DIR: ${file} holds no key of ${keyBytes} bytes; restore it from where you keep a copy`)
  return createSecretBox(key)
}

/** A power cut leaves the whole key, or none; of two that start at once one makes it. */
async function makeKey(dataDir: string, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const made = `${file}.${randomBytes(8).toString('hex')}`
  await writeFile(made, `${randomBytes(keyBytes).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  try {
    await link(made, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await unlink(made)
  }
  await syncNames(dataDir)
}
