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
import { vacuumHourly } from './database/vacuum.ts'
import type { App } from './http/app.ts'
import { openSockets } from './realtime/socket-server.ts'
import { createMail } from './mail/transports.ts'
import { connectRedis } from './database/redis.ts'
import { installationValue } from './repositories/installation.ts'
import { forgetOldAnswers } from './repositories/idempotency-keys.ts'
import { forgetExpired } from './repositories/accounts/expired.ts'
import { forgetOldAddresses } from './repositories/accounts/known-addresses.ts'
import { forgetOldNotifications } from './repositories/notifications.ts'
import { findSession, noteSessionUse } from './repositories/accounts/sessions.ts'
import { sweepDocuments } from './routes/driver-changes/sweep-documents.ts'
import type { Services } from './routes/services.ts'
import { incomingFolder, openIncoming } from './storage/incoming-files.ts'
import { openFiles } from './storage/open-files.ts'
import { createLinkSigner } from './storage/signed-link.ts'

const hour = 3_600_000

/** Opens everything the routes work with, as the settings say. With Redis several nodes share limits and sockets. */
export async function createServices(
  app: App,
  config: Config,
  { db, longQueries, ping, pools }: Databases,
  passwords: Passwords,
): Promise<Services & { closeSockets(): Promise<void>; close(): Promise<void> }> {
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
  const sweepFiles = () =>
    void sweepDocuments(db, files, incoming).catch((error: unknown) => app.log.error({ err: error }, 'old files'))
  const sweepAudit = () =>
    void removeOldEntries(longQueries).catch((error: unknown) =>
      app.log.error({ err: error }, 'old entries of the audit'),
    )
  sweepFiles()
  sweepAudit()
  const sweep = setInterval(() => {
    void Promise.all([
      forgetOldAnswers(db),
      forgetExpired(db),
      forgetOldAddresses(db),
      forgetOldNotifications(db),
    ]).catch((error: unknown) => app.log.error({ err: error }, 'old rows'))
    sweepFiles()
    sweepAudit()
  }, hour).unref()
  const stopVacuum = config.databaseUrl
    ? () => undefined
    : vacuumHourly(longQueries, (error) => app.log.error({ err: error }, 'vacuum'))
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
    longQueries,
    files,
    incoming,
    rateLimits,
    sessions,
    passwords,
    secretBox,
    relyingParty: relyingPartyOf(config),
    identityProvider:
      config.singleSignOn && createProvider(config.singleSignOn, `${config.publicUrl}/api/v1/user/auth/sso/callback`),
    broadcast: sockets.broadcast,
    links: createLinkSigner(secret, config.publicUrl),
    mail: createMail(config, app.log),
    pools,
    countSockets: () => sockets.count(),
    health: {
      database: ping,
      files: () => files.ping(),
      ...(redis ? { redis: async () => void (await redis.ping()) } : {}),
    },
    closeSockets: () => sockets.close(),
    async close() {
      clearInterval(sweep)
      stopVacuum()
      redis?.disconnect()
      limitsRedis?.disconnect()
    },
  }
}
