import { randomBytes } from 'node:crypto'
import { createRateLimits } from './auth/rate-limit.ts'
import { openSecretBox } from './auth/second-factor/secret-box.ts'
import { relyingPartyOf } from './auth/second-factor/web-authn.ts'
import { removeOldEntries } from './audit/remove-old-entries.ts'
import { SessionCache } from './auth/sessions.ts'
import type { Passwords } from './auth/password.ts'
import { createProvider } from './auth/single-sign-on/provider.ts'
import type { Config } from './config/config.ts'
import type { Databases } from './database/open.ts'
import { vacuumAll } from './database/vacuum.ts'
import type { App } from './http/app.ts'
import { openSockets } from './realtime/socket-server.ts'
import { createMail } from './mail/mail.ts'
import { connectRedis } from './database/redis.ts'
import { installationValue } from './repositories/installation.ts'
import { forgetOldAnswers } from './http/idempotency.ts'
import { forgetOldAddresses } from './repositories/accounts/known-addresses.ts'
import { forgetOldNotifications } from './repositories/notification-list.ts'
import { findSession, forgetExpired, noteSessionUse } from './repositories/accounts/sessions.ts'
import { sweepDocuments } from './repositories/documents.ts'
import { incomingFolder, openIncoming } from './storage/incoming-files.ts'
import { openFiles } from './storage/open-files.ts'
import { createLinkSigner } from './storage/signed-link.ts'

const hour = 3_600_000

/** All that the routes work with. */
export type Services = Awaited<ReturnType<typeof createServices>>

/** Opens everything the routes work with, as the settings say. With Redis several nodes share limits and sockets. */
export async function createServices(
  app: App,
  config: Config,
  { db, longQueries, ping, pools }: Databases,
  passwords: Passwords,
) {
  const onRedisError = (error: Error) => app.log.error({ err: error }, 'redis')
  const redis = config.redisUrl ? connectRedis(config.redisUrl, onRedisError) : undefined
  // A connection of its own: an attempt is counted on this node after one second without an answer, while socket.io's
  // reads wait for longer than that.
  const limitsRedis = config.redisUrl
    ? connectRedis(config.redisUrl, onRedisError, { commandTimeout: 1000 })
    : undefined
  const rateLimits = createRateLimits(limitsRedis && { client: limitsRedis, prefix: `${config.redisPrefix}attempts:` })
  const files = openFiles(config)
  const incoming = openIncoming(incomingFolder(config))
  const secretBox = await openSecretBox(config)
  const secret = await installationValue(db, 'link-secret', () => randomBytes(32).toString('base64url'))
  const run = (work: Promise<unknown>, what: string) =>
    void work.catch((error: unknown) => app.log.error({ err: error }, what))
  const sweepOld = () => {
    run(sweepDocuments(db, files, incoming), 'old files')
    run(removeOldEntries(longQueries), 'old entries of the audit')
  }
  sweepOld()
  const sweep = setInterval(() => {
    for (const forget of [forgetOldAnswers, forgetExpired, forgetOldAddresses, forgetOldNotifications])
      run(forget(db), 'old rows')
    sweepOld()
    if (!config.databaseUrl) run(vacuumAll(longQueries), 'vacuum')
  }, hour).unref()
  const sessions = new SessionCache(async (tokenHash) => {
    const caller = await findSession(db, tokenHash)
    if (caller)
      noteSessionUse(db, caller).catch((error: unknown) =>
        app.log.warn({ err: error }, 'the use of a session is not noted'),
      )
    return caller
  })
  const sockets = openSockets(app.server, { config, db, rateLimits, sessions, redis, log: app.log })
  return {
    config,
    db,
    /** The database on connections of its own, for queries that may take long. */
    longQueries,
    files,
    incoming,
    rateLimits,
    sessions,
    passwords,
    /** Undefined where there is no key to encrypt with. */
    secretBox,
    relyingParty: relyingPartyOf(config),
    /** Undefined without single sign-on. */
    identityProvider:
      config.singleSignOn && createProvider(config.singleSignOn, `${config.publicUrl}/api/v1/user/auth/sso/callback`),
    broadcast: sockets.broadcast,
    links: createLinkSigner(secret, config.publicUrl),
    mail: createMail(config, app.log),
    pools,
    /** How many sockets this node has. */
    countSockets: () => sockets.count(),
    /** The servers that this node needs, by name; each throws when its server does not answer. */
    health: {
      database: ping,
      files: () => files.ping(),
      ...(redis ? { redis: async () => void (await redis.ping()) } : {}),
    },
    closeSockets: () => sockets.close(),
    async close() {
      clearInterval(sweep)
      redis?.disconnect()
      limitsRedis?.disconnect()
    },
  }
}
