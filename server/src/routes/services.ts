import type { Config } from '../config/config.ts'
import type { Databases } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import type { Passwords } from '../auth/password.ts'
import type { RateLimits } from '../auth/rate-limit.ts'
import type { SecretBox } from '../auth/second-factor/secret-box.ts'
import type { RelyingParty } from '../auth/second-factor/web-authn.ts'
import type { SessionCache } from '../auth/sessions.ts'
import type { Provider } from '../auth/single-sign-on/provider.ts'
import type { Mail } from '../mail/mail.ts'
import type { Broadcast } from '../realtime/broadcast.ts'
import type { FileStore } from '../storage/file-store.ts'
import type { IncomingFiles } from '../storage/incoming-files.ts'
import type { LinkSigner } from '../storage/signed-link.ts'

/** What the routes work with. */
export type Services = {
  config: Config
  db: Database
  /** The database on connections of its own, for queries that may take long. */
  longQueries: Database
  broadcast: Broadcast
  files: FileStore
  incoming: IncomingFiles
  links: LinkSigner
  mail: Mail
  rateLimits: RateLimits
  passwords: Passwords
  sessions: SessionCache
  /** Undefined where there is no key to encrypt with. */
  secretBox: SecretBox | undefined
  relyingParty: RelyingParty
  /** Undefined without single sign-on. */
  identityProvider: Provider | undefined
  pools: Databases['pools']
  /** How many sockets this node has. */
  countSockets: () => number
  /** The servers that this node needs, by name; each throws when its server does not answer. */
  health: Record<string, () => Promise<void>>
}
