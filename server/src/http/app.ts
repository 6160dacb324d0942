import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { RequiredPermission } from '../auth/permissions.ts'
import type { Role } from '../database/tables/people.ts'
import type { Caller } from '../repositories/accounts/sessions.ts'

/** The Fastify instance, with zod schemas. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The people who may call the route: anybody, or the people in these roles; administrators alone without it. */
    access?: 'public' | Role[]
    /** The permission that an administrator needs; on each route that they may call. */
    permission?: RequiredPermission
    /** An administrator must have given a factor within the last ten minutes: for what cannot be undone. */
    confirmed?: true
    /** Also for an administrator who is still to set up the second factor that the policy asks for. */
    beforeSetup?: true
    /** Its answer takes long to read, or that of the whole list when it is called without parameters. */
    heavy?: true | 'whole'
  }
  interface FastifyRequest {
    caller: Caller | null
    /** The `Idempotency-Key` header of a request that changes something. */
    idempotencyKey: string | null
  }
}
