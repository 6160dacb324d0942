import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { limitInMemory, limitInRedis } from './accounts/attempt-limit.ts'
import { KnownSessions } from './accounts/known-sessions.ts'
import { uploadsFolder, type Config } from './config.ts'
import { pingDatabase } from './database/open.ts'
import type { Database } from './database/tables.ts'
import type { App, Services } from './http/app-types.ts'
import { openSockets } from './live/socket-server.ts'
import { createMail } from './mail/transports.ts'
import { bookingList } from './repositories/bookings.ts'
import { driverRideList } from './repositories/driver-rides.ts'
import { driverList } from './repositories/drivers.ts'
import { installationValue } from './repositories/installation.ts'
import { LongLists } from './repositories/long-lists.ts'
import { findSession } from './repositories/sessions.ts'
import { userList } from './repositories/users.ts'
import type { FileStore } from './storage/file-store.ts'
import { folderStore } from './storage/folder-store.ts'
import { s3Store } from './storage/s3-store.ts'
import { createLinkSigner } from './storage/signed-link.ts'

export const openFiles = (config: Config): FileStore => (config.s3 ? s3Store(config.s3) : folderStore(uploadsFolder(config)))

/** Everything the routes work with, out of the settings. Redis is shared by nodes for limits and sockets where it is set. */
export async function createServices(app: App, config: Config, db: Database): Promise<Services & { hangUp(): Promise<void>; close(): Promise<void> }> {
  const redis = config.redisUrl ? connectRedis(config.redisUrl, app) : undefined
  const limit = redis ? limitInRedis(redis, `${config.redisPrefix}attempts:`) : limitInMemory()
  const files = openFiles(config)
  const secret = await installationValue(db, 'link-secret', () => randomBytes(32).toString('base64url'))
  const lists = new LongLists(db)
  lists.tend([driverList, userList, driverRideList, bookingList], (error) => app.log.error({ err: error }, 'lists'))
  const sessions = new KnownSessions((tokenHash) => findSession(db, tokenHash))
  const sockets = openSockets(app.server, { config, db, limit, sessions, redis, log: app.log })
  return {
    config, db, files, limit, sessions,
    lists,
    live: sockets.live,
    links: createLinkSigner(secret, config.publicUrl),
    mail: createMail(config, app.log),
    health: {
      database: () => pingDatabase(db),
      files: () => files.ping(),
      ...(redis ? { redis: async () => void (await redis.ping()) } : {}),
    },
    hangUp: () => sockets.close(),
    async close() {
      await lists.close()
      redis?.disconnect()
    },
  }
}

function connectRedis(url: string, app: App): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 3, connectTimeout: 5000 })
  redis.on('error', (error: Error) => app.log.error({ err: error }, 'redis'))
  return redis
}
