import type { AddressInfo } from 'node:net'
import { Passwords } from './accounts/password.ts'
import { createApp, registerAll, type LogStream } from './app.ts'
import { databaseFolder, SettingError, type Config } from './config.ts'
import { openDatabases, type Place } from './database/open.ts'
import type { Database } from './database/tables.ts'
import type { App } from './http/app-types.ts'
import { drain } from './http/drain.ts'
import { requireFiles, requireServers } from './require-servers.ts'
import { createServices, openFiles } from './services.ts'
import { prepareData } from './start-data.ts'

export type Server = { app: App; db: Database; port: number; close(): Promise<void> }

type Surroundings = { say: (line: string) => void; logTo?: LogStream; place?: Place; passwords?: Passwords; beforeListen?: () => Promise<void> }

/** The whole server, listening. What it opened is closed again when a later step fails. */
export async function startServer(config: Config, { say, logTo, place, passwords = new Passwords(), beforeListen }: Surroundings): Promise<Server> {
  say(config.databaseUrl ? 'Connecting to PostgreSQL …' : `Opening the database in ${databaseFolder(config)} …`)
  await requireServers(config)
  await requireFiles(config, openFiles(config))
  const databases = await openDatabases(place ?? (config.databaseUrl ? { url: config.databaseUrl } : { folder: databaseFolder(config) }), config.databaseLimits)
  const closers = [() => databases.close()]
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  try {
    await prepareData(config, databases.patient, openFiles(config), passwords, say)
    const app = createApp(config.logLevel, config.trustedProxies, logTo)
    closers.push(() => app.close())
    const services = await createServices(app, config, databases, passwords)
    closers.push(() => services.close(), () => services.hangUp())
    await registerAll(app, services)
    await beforeListen?.()
    const port = await listen(app, config.port)
    closers.push(async () => {
      const left = config.trustedProxies.length > 0 ? drain(app.server, 1500, 3500) : undefined
      await services.hangUp()
      await left
    })
    return { app, db: databases.db, port, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** So many connections may wait to be let in, where the system allows it: one that finds no place tries again after a whole second. */
const backlog = 4096

async function listen(app: App, wanted: number): Promise<number> {
  try {
    await app.listen({ port: wanted, host: '0.0.0.0', backlog })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') throw new SettingError(`API_PORT: port ${wanted} is taken by another program; stop it or choose another port`)
    if (code === 'EACCES') throw new SettingError(`API_PORT: port ${wanted} may not be used by this account; choose one above 1023`)
    throw error
  }
  const address: AddressInfo | string | null = app.server.address()
  return typeof address === 'object' && address ? address.port : wanted
}
