import { randomBytes } from 'node:crypto'
import { limitInMemory, limitWithRedis } from './accounts/attempt-limit.ts'
import { KnownSessions } from './accounts/known-sessions.ts'
import type { Passwords } from './accounts/password.ts'
import { uploadsFolder, type Config } from './config.ts'
import type { Databases } from './database/open.ts'
import { vacuumHourly } from './database/vacuum.ts'
import type { App, Services } from './http/app-types.ts'
import { openSockets } from './live/socket-server.ts'
import { createMail } from './mail/transports.ts'
import { connectRedis } from './redis.ts'
import { bookingList } from './repositories/bookings.ts'
import { driverRideList } from './repositories/driver-rides.ts'
import { driverList } from './repositories/drivers.ts'
import { installationValue } from './repositories/installation.ts'
import { forgetOldAnswers } from './repositories/repeatable-answers.ts'
import { LongLists } from './repositories/long-lists.ts'
import { findSession, forgetExpiredSessions } from './repositories/sessions.ts'
import { userList } from './repositories/users.ts'
import type { FileStore } from './storage/file-store.ts'
import { folderStore } from './storage/folder-store.ts'
import { s3Store } from './storage/s3-store.ts'
import { createLinkSigner } from './storage/signed-link.ts'

const hour = 3_600_000

export const openFiles = (config: Config): FileStore => (config.s3 ? s3Store(config.s3) : folderStore(uploadsFolder(config)))

/** Everything the routes work with, out of the settings. Redis is shared by nodes for limits and sockets where it is set. */
export async function createServices(
  app: App, config: Config, { db, patient, ping }: Databases, passwords: Passwords,
): Promise<Services & { hangUp(): Promise<void>; close(): Promise<void> }> {
  const redis = config.redisUrl ? connectRedis(config.redisUrl, (error) => app.log.error({ err: error }, 'redis')) : undefined
  const limit = redis ? limitWithRedis(redis, `${config.redisPrefix}attempts:`, (error) => app.log.error({ err: error }, 'attempts are counted on this node alone')) : limitInMemory()
  const files = openFiles(config)
  const secret = await installationValue(db, 'link-secret', () => randomBytes(32).toString('base64url'))
  const lists = new LongLists(db)
  await lists.tend([driverList, userList, driverRideList, bookingList], (error) => app.log.error({ err: error }, 'lists'))
  const sweep = setInterval(() => void Promise.all([forgetOldAnswers(db), forgetExpiredSessions(db)]).catch((error: unknown) => app.log.error({ err: error }, 'old rows')), hour).unref()
  const stopVacuum = config.databaseUrl ? () => undefined : vacuumHourly(patient, (error) => app.log.error({ err: error }, 'vacuum'))
  const sessions = new KnownSessions((tokenHash) => findSession(db, tokenHash))
  const sockets = openSockets(app.server, { config, db, limit, sessions, redis, log: app.log })
  return {
    config, db, patient, files, limit, sessions, passwords,
    lists,
    live: sockets.live,
    links: createLinkSigner(secret, config.publicUrl),
    mail: createMail(config, app.log),
    health: {
      database: ping,
      files: () => files.ping(),
      ...(redis ? { redis: async () => void (await redis.ping()) } : {}),
    },
    hangUp: () => sockets.close(),
    async close() {
      clearInterval(sweep)
      stopVacuum()
      await lists.close()
      redis?.disconnect()
    },
  }
}
