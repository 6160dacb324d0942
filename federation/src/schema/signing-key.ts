import { z } from 'zod'

const keyId = z.string().regex(/^[0-9a-f]{16}$/)
const ed25519Signature = z.base64().length(88)

/**
 * The public half of a key that signs releases: an Ed25519 key and its raw 32 bytes in base64. Its id begins their
 * SHA-256.
 */
export const signingKey = z.object({
  id: keyId,
  publicKey: z.base64().length(44),
  addedAt: z.iso.datetime(),
  /** From then on no browser accepts what it signs. */
  retiredAt: z.iso.datetime().optional(),
  /** An earlier key's signature over this key's text (`keyText`). The first key, the root, has none. */
  endorsement: z.object({ keyId, signature: ed25519Signature }).optional(),
})
export type SigningKey = z.infer<typeof signingKey>

/** All keys of an installation, the root first. Keys are added and retired, never removed. */
export const signingKeys = z.array(signingKey).min(1)

/** Which key signed a release, and its signature over the release's UTF-8 bytes. */
export const releaseSignature = z.object({ keyId, signature: ed25519Signature })
export type ReleaseSignature = z.infer<typeof releaseSignature>
