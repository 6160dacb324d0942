import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { PlainError } from '../config/plain-error.ts'

/** All that a running API, which has the embedded database open, does for commands on the server. */
type RunningApi = {
  /** A copy of the database as it is now, in a folder of its own that the caller takes away. */
  copy(): Promise<string>
  /** The acts of `npm run admin`; answers the lines to print. */
  manage(wanted: unknown): Promise<string[]>
}

const invitation = z.object({ port: z.number(), secret: z.string() })
const fileOf = (dataDir: string) => join(dataDir, 'operator.json')
const answered = z.object({
  folder: z.string().optional(),
  lines: z.array(z.string()).optional(),
  error: z.string().optional(),
})

/**
 * Listens for the commands, on this machine only. Port and secret are in `operator.json` in the data folder, which only
 * its owner can read.
 */
export async function listenForCommands(dataDir: string, acts: RunningApi): Promise<() => void> {
  const secret = randomBytes(32).toString('base64url')
  const wanted = Buffer.from(`Bearer ${secret}`)
  /** The command removes the copy; if the command has ended meanwhile, it is removed here. */
  const copyFor = async (socket: Socket) => {
    const folder = await acts.copy()
    if (socket.destroyed) await rm(folder, { recursive: true, force: true })
    return folder
  }
  const server = createServer((request, response) => {
    const given = Buffer.from(request.headers.authorization ?? '')
    const answer = (status: number, body: z.infer<typeof answered>) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
      return answer(403, { error: 'the secret is not the one in operator.json' })
    const act = async () => {
      if (request.url === '/copy') return { folder: await copyFor(request.socket) }
      if (request.url === '/manage') return { lines: await acts.manage(JSON.parse(await text(request))) }
      throw new PlainError('there is no such act')
    }
    act().then(
      (body) => answer(200, body),
      (error: unknown) => answer(500, { error: error instanceof Error ? error.message : String(error) }),
    )
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

/** Finds the API that runs on this data folder; undefined when none does. */
export async function findRunningApi(dataDir: string): Promise<RunningApi | undefined> {
  let found
  try {
    found = invitation.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return undefined
  }
  const { port, secret } = found
  const send = async (act: string, body: object = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/${act}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify(body),
    })
    const answer = answered.parse(await response.json())
    if (!response.ok) throw new PlainError(answer.error ?? `the API answered ${response.status}`)
    return answer
  }
  // An API that runs answers an unknown act with an error; after kill -9 nothing answers.
  const isThere = await send('').then(
    () => true,
    (error: unknown) => error instanceof PlainError && error.message === 'there is no such act',
  )
  if (!isThere) return undefined
  return {
    copy: async () => (await send('copy')).folder ?? '',
    manage: async (wanted) => (await send('manage', wanted as object)).lines ?? [],
  }
}
