import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { copyDatabase, swapDatabase } from './backup/folders.ts'
import { openOperatorDoor } from './backup/operator-door.ts'
import { databaseFolder, type Config } from './config.ts'
import { lockFolder } from './database/folder-lock.ts'
import { startServer, type Server } from './server.ts'

type Surroundings = Parameters<typeof startServer>[1]

/** The server with a door for the commands where it has the embedded database; it may go on with another database without ending. */
export async function keepRunning(config: Config, surroundings: Surroundings): Promise<{ port: number; current: () => Server; close(): Promise<void> }> {
  let server = await startServer(config, surroundings)
  const { port } = server
  if (config.databaseUrl) return { port, current: () => server, close: () => server.close() }
  const again = (beforeListen: () => Promise<void>) => startServer({ ...config, port }, { ...surroundings, beforeListen })

  async function replace(folder: string) {
    if (!resolve(folder).startsWith(join(resolve(config.dataDir), 'restore-'))) throw new Error(`${folder} is no restored database in ${config.dataDir}`)
    await server.close()
    const open = await answerMaintenance(port)
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

  const shut = await openOperatorDoor(config.dataDir, { copy: () => copyDatabase(server.db, config), replace })
  return {
    port,
    current: () => server,
    async close() {
      shut()
      await server.close()
    },
  }
}

const maintenance = JSON.stringify({ success: false, type: 'about:blank', status: 503, title: 'A backup is being restored', detail: 'Please try again in a moment.' })

/** Answers everybody that there is nothing yet; returns how to end that. */
async function answerMaintenance(port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*', 'retry-after': '5', 'cache-control': 'no-store' }
    if (request.method === 'OPTIONS') return response.writeHead(204, headers).end()
    return response.writeHead(503, { ...headers, 'content-type': 'application/problem+json' }).end(maintenance)
  })
  await new Promise<void>((listening, failed) => void server.once('error', failed).listen(port, '0.0.0.0', listening))
  return () => new Promise((closed) => {
    server.close(() => closed())
    server.closeAllConnections()
  })
}
