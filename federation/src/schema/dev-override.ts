import { z } from 'zod'
import { partName } from './descriptor.ts'
import { releaseSignature } from './signing-key.ts'

const ownMachine = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Where a part is served from while it is developed: exactly an origin, and encrypted unless it is the person's own
 * machine.
 */
export const devOrigin = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return (
    url?.origin === text && (url.protocol === 'https:' || (url.protocol === 'http:' && ownMachine.test(url.hostname)))
  )
}, 'must be an https origin, or one of one’s own machine such as http://localhost:3190')

/** Its first field keeps the text of a grant from ever being taken for another text that the same key signs. */
const devOverrideSchema = 'interline-grant-1'

/** One remote from one origin instead of the released version, for one session of one administrator, until a moment. */
export const devOverride = z.strictObject({
  schema: z.literal(devOverrideSchema),
  id: z.string().regex(/^[0-9a-f]{16}$/),
  remote: partName,
  origin: devOrigin,
  admin: z.email().max(254),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type DevOverride = z.infer<typeof devOverride>

/** The very text that was signed, and its signature; in base64url of JSON it is the code that a person pastes. */
export const signedDevOverride = z.strictObject({ text: z.string().max(2000), signature: releaseSignature })
export type SignedDevOverride = z.infer<typeof signedDevOverride>

/** What a page contains of a grant: `session` is the SHA-256 (hex) of the token of the one session that may use it. */
export type PageDevOverride = SignedDevOverride & { session: string }
