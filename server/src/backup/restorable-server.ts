import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { copyDatabase, swapDatabase } from './folders.ts'
import { listenForCommands } from './running-api.ts'
import { databaseFolder, type Config } from '../config/config.ts'
import { firstAddress, listenOnIPv6 } from '../http/listen.ts'
import { lockFolder } from '../database/pglite/folder-lock.ts'
import type { Database } from '../database/tables.ts'

type RunningServer = { db: Database; port: number; close(): Promise<void> }

/**
 * Starts the server. With the embedded database it also listens for commands on the server: a restore starts it again
 * with another database, in the same process and on the same port, and `manage` does what `npm run admin` asks for.
 */
export async function keepRestorable<Server extends RunningServer, Options extends object>(
  config: Config,
  start: (config: Config, options: Options & { beforeListen?: () => Promise<void> }) => Promise<Server>,
  options: Options,
  manage: (db: Database, wanted: unknown) => Promise<string[]> = () => Promise.reject(new Error('nobody manages here')),
): Promise<{ port: number; current: () => Server; close(): Promise<void> }> {
  let server = await start(config, options)
  const { port } = server
  if (config.databaseUrl) return { port, current: () => server, close: () => server.close() }
  const again = (beforeListen: () => Promise<void>) => start({ ...config, port }, { ...options, beforeListen })

  async function replace(folder: string) {
    if (!resolve(folder).startsWith(join(resolve(config.dataDir), 'restore-')))
      throw new Error(`${folder} is no restored database in ${config.dataDir}`)
    await server.close()
    const open = await answerMaintenance(config.host, port)
    let undo: () => void = () => undefined
    try {
      const unlock = lockFolder(databaseFolder(config))
      try {
        undo = swapDatabase(config, folder)
      } finally {
        unlock()
      }
      server = await again(open)
    } catch (error) {
      undo()
      server = await again(open)
      throw error
    }
  }

  const shut = await listenForCommands(config.dataDir, {
    copy: () => copyDatabase(server.db, config),
    replace,
    manage: (wanted) => manage(server.db, wanted),
  })
  return {
    port,
    current: () => server,
    async close() {
      shut()
      await server.close()
    },
  }
}

const maintenance = JSON.stringify({
  success: false,
  type: 'about:blank',
  status: 503,
  title: 'A backup is being restored',
  detail: 'Please try again in a moment.',
})

/** Answers every call with 503 until the server is back. Returns a function that ends that. */
async function answerMaintenance(host: string, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'retry-after': '5',
      'cache-control': 'no-store',
    }
    if (request.method === 'OPTIONS') return response.writeHead(204, headers).end()
    return response.writeHead(503, { ...headers, 'content-type': 'application/problem+json' }).end(maintenance)
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, firstAddress(host), listening)
  })
  const listeners = await listenOnIPv6(server, host)
  return () =>
    new Promise((closed) => {
      for (const listener of listeners) listener.close()
      server.close(() => closed())
      server.closeAllConnections()
    })
}
