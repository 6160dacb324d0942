import { z } from 'zod'

/** An Ed25519 signature over the exact UTF-8 bytes of a release, and the public half of its key (raw, base64). */
export const releaseSignature = z.object({ publicKey: z.base64().length(44), signature: z.base64().length(88) })
export type ReleaseSignature = z.infer<typeof releaseSignature>
