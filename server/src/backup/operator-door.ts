import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { BackupError } from './archive.ts'

/** What the process that has the embedded database open does for the commands. */
type OperatorActs = {
  /** A copy of the database as it is now, in a folder of its own that the caller takes away. */
  copy(): Promise<string>
  /** Goes on with the database in `folder`. */
  replace(folder: string): Promise<void>
}

const invitation = z.object({ port: z.number(), secret: z.string() })
const fileOf = (dataDir: string) => join(dataDir, 'operator.json')
const answered = z.object({ folder: z.string().optional(), error: z.string().optional() })

/** Listens on this machine alone; who may read `operator.json` in the data folder, its owner, finds address and secret there. */
export async function openOperatorDoor(dataDir: string, acts: OperatorActs): Promise<() => void> {
  const secret = randomBytes(32).toString('base64url')
  const wanted = Buffer.from(`Bearer ${secret}`)
  /** The command takes the copy away, unless it ended meanwhile. */
  const copyFor = async (asker: Socket) => {
    const folder = await acts.copy()
    if (asker.destroyed) await rm(folder, { recursive: true, force: true })
    return folder
  }
  const server = createServer((request, response) => {
    const given = Buffer.from(request.headers.authorization ?? '')
    const answer = (status: number, body: z.infer<typeof answered>) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return answer(403, { error: 'the secret is not the one in operator.json' })
    const act = async () => {
      if (request.url === '/copy') return { folder: await copyFor(request.socket) }
      if (request.url !== '/replace') throw new BackupError('there is no such act')
      await acts.replace(z.object({ folder: z.string() }).parse(JSON.parse(await text(request))).folder)
      return {}
    }
    act().then((body) => answer(200, body), (error: unknown) => answer(500, { error: error instanceof Error ? error.message : String(error) }))
  })
  await new Promise<void>((listening, failed) => void server.once('error', failed).listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  rmSync(fileOf(dataDir), { force: true })
  writeFileSync(fileOf(dataDir), JSON.stringify({ port, secret }), { mode: 0o600 })
  return () => {
    rmSync(fileOf(dataDir), { force: true })
    server.closeAllConnections()
    server.close()
  }
}

/** The acts of the process that runs on this data folder; undefined when none does. */
export async function findOperator(dataDir: string): Promise<OperatorActs | undefined> {
  let found
  try {
    found = invitation.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return undefined
  }
  const { port, secret } = found
  const ask = async (act: string, body: object = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/${act}`, { method: 'POST', headers: { authorization: `Bearer ${secret}` }, body: JSON.stringify(body) })
    const { folder, error } = answered.parse(await response.json())
    if (!response.ok) throw new BackupError(error ?? `the API answered ${response.status}`)
    return folder
  }
  // An act of no name is refused by who is there; after kill -9 nobody is.
  const isThere = await ask('').then(() => true, (error: unknown) => error instanceof BackupError && error.message === 'there is no such act')
  if (!isThere) return undefined
  return {
    copy: async () => (await ask('copy')) ?? '',
    replace: async (folder) => void (await ask('replace', { folder })),
  }
}
