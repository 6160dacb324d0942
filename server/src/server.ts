import type { AddressInfo, Server as TcpServer } from 'node:net'
import { Passwords } from './auth/password.ts'
import { registerAll } from './app.ts'
import { createApp, type LogStream } from './http/create-app.ts'
import { databaseFolder, SettingError, type Config } from './config/config.ts'
import { locationOf, openDatabases, type DatabaseLocation } from './database/open.ts'
import type { Database } from './database/tables.ts'
import type { App } from './http/app.ts'
import { drain } from './http/drain.ts'
import { firstAddress, isMissing, listenOnIPv6 } from './http/listen.ts'
import { checkFiles, checkServers } from './start/check-servers.ts'
import { createServices } from './services.ts'
import { prepareData } from './start/first-data.ts'
import { openFiles } from './storage/open-files.ts'

export type Server = { app: App; db: Database; port: number; close(): Promise<void> }

type StartOptions = {
  log: (line: string) => void
  logTo?: LogStream
  location?: DatabaseLocation
  passwords?: Passwords
}

/** Starts the server: database, first data, app, port. What was opened is closed again when a later step fails. */
export async function startServer(
  config: Config,
  { log, logTo, location, passwords = new Passwords() }: StartOptions,
): Promise<Server> {
  log(config.databaseUrl ? 'Connecting to PostgreSQL …' : `Opening the database in ${databaseFolder(config)} …`)
  await checkServers(config)
  await checkFiles(config, openFiles(config))
  const databases = await openDatabases(location ?? locationOf(config), config.databaseLimits)
  const closers = [() => databases.close()]
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  try {
    await prepareData(config, databases.longQueries, openFiles(config), passwords, log)
    const app = createApp(config.logLevel, config.trustedProxies, logTo, config.production)
    closers.push(() => app.close())
    const services = await createServices(app, config, databases, passwords)
    closers.push(
      () => services.close(),
      () => services.closeSockets(),
    )
    await registerAll(app, services)
    const { port, listeners } = await listen(app, config)
    closers.push(async () => {
      const left = config.trustedProxies.length > 0 && drain(app.server, 3000, 6000, listeners)
      if (!left) for (const listener of listeners) listener.close()
      await services.closeSockets()
      await left
    })
    return { app, db: databases.db, port, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * How many connections may wait to be accepted, where the system allows it. One that finds the queue full tries again
 * after a whole second.
 */
const backlog = 4096

async function listen(
  app: App,
  { port: wanted, host }: Pick<Config, 'port' | 'host'>,
): Promise<{ port: number; listeners: TcpServer[] }> {
  try {
    await app.listen({ port: wanted, host: firstAddress(host), backlog })
    const listeners = await listenOnIPv6(app.server, host, backlog)
    return { port: (app.server.address() as AddressInfo).port, listeners }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new SettingError(`API_PORT: port ${wanted} is taken by another program; stop it or choose another port`)
    if (code === 'EACCES')
      throw new SettingError(`API_PORT: port ${wanted} may not be used by this account; choose one above 1023`)
    if (isMissing(error)) throw new SettingError(`HOST: ${host} is no address of this machine`)
    throw error
  }
}
