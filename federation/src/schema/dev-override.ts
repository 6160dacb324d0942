import { z } from 'zod'
import { partName } from './descriptor.ts'

// A Content-Security-Policy cannot name [::1].
const ownMachine = /^(localhost|127\.0\.0\.1)$/

/** Where a part is served from while it is developed: exactly an http origin of the person's own machine. */
const devOrigin = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.origin === text && url.protocol === 'http:' && ownMachine.test(url.hostname)
}, 'must be an origin of one’s own machine such as http://localhost:3190')

/** One remote from one origin instead of the released version. */
export const devOverride = z.strictObject({ remote: partName, origin: devOrigin })
export type DevOverride = z.infer<typeof devOverride>
