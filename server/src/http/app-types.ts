import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import type { Database, Role } from '../database/tables.ts'
import type { AttemptLimit } from '../accounts/attempt-limit.ts'
import type { KnownSessions } from '../accounts/known-sessions.ts'
import type { Passwords } from '../accounts/password.ts'
import type { Live } from '../live/live.ts'
import type { Mail } from '../mail/mail.ts'
import type { FileStore } from '../storage/file-store.ts'
import type { LongLists } from '../repositories/long-lists.ts'
import type { Caller } from '../repositories/sessions.ts'
import type { LinkSigner } from '../storage/signed-link.ts'

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** What the routes work with. */
export type Services = {
  config: Config
  db: Database
  /** The same for what may take long, on connections of its own. */
  patient: Database
  lists: LongLists
  live: Live
  files: FileStore
  links: LinkSigner
  mail: Mail
  limit: AttemptLimit
  passwords: Passwords
  sessions: KnownSessions
  /** Throws when the thing named does not answer. */
  health: Record<string, () => Promise<void>>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route: anybody, or the people in these roles. */
    access?: 'public' | Role[]
  }
  interface FastifyRequest {
    caller: Caller | null
    /** What the `Idempotency-Key` of a changing request says. */
    repeatKey: string | null
  }
}
