import { createServer } from 'node:http'
import { verify } from '@node-rs/argon2'
import fastify from 'fastify'
import pg from 'pg'
import { Server } from 'socket.io'
import { answerBy } from './processes.ts'
import { readMemory } from './report-memory.ts'
import { keepDoing } from './times.ts'
import type { Statement } from './watch-sql.ts'

let pool: pg.Pool | undefined

/** What the API is compared with: the same libraries, and nothing of ours between them. */
answerBy({
  ready: () => true,
  memory: readMemory,
  /**
   * Fastify that runs these statements for each call, one after the other and prepared where the API has them so, and
   * answers with the longest result.
   */
  async list({ statements, databaseUrl }: { statements: Statement[]; databaseUrl: string }) {
    const connections = (pool = new pg.Pool({ connectionString: databaseUrl, max: 10 }))
    const app = fastify()
    app.get('/list', async () => {
      let data: unknown[] = []
      for (const statement of statements) {
        const { rows } = await connections.query(statement)
        if (rows.length >= data.length) data = rows
      }
      return { success: true, data, meta: { total: data.length } }
    })
    return app.listen({ port: 0, host: '127.0.0.1' })
  },
  /** socket.io that acknowledges what it is sent. */
  sockets: () =>
    new Promise<string>((resolve) => {
      const http = createServer()
      new Server(http, { serveClient: false, maxHttpBufferSize: 64 * 1024 }).on('connection', (socket) => {
        socket.on('send-message', (payload: unknown, ack: (answer: unknown) => void) =>
          ack({ success: true, data: payload }),
        )
      })
      http.listen(0, '127.0.0.1', () => {
        const address = http.address()
        resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
      })
    }),
  async commits({ databaseUrl, lines, seconds }: { databaseUrl: string; lines: number; seconds: number }) {
    const connections = (pool ??= new pg.Pool({ connectionString: databaseUrl, max: 10 }))
    await connections.query('create table if not exists bench_commits (line integer, said text, at timestamptz)')
    return keepDoing(
      (line) =>
        connections.query('insert into bench_commits values ($1, $2, now())', [
          line,
          'a message of about this length, as people write',
        ]),
      lines,
      seconds,
    )
  },
  /** The very hash that a sign-in is compared with, and so at its cost. */
  async passwords({
    databaseUrl,
    email,
    password,
    lines,
    seconds,
  }: {
    databaseUrl: string
    email: string
    password: string
    lines: number
    seconds: number
  }) {
    const connections = (pool ??= new pg.Pool({ connectionString: databaseUrl, max: 10 }))
    const {
      rows: [stored],
    } = await connections.query<{ passwordHash: string }>('select "passwordHash" from people where email = $1', [email])
    if (!stored || !(await verify(stored.passwordHash, password))) throw new Error(`${email} has another password`)
    return keepDoing(() => verify(stored.passwordHash, password), lines, seconds)
  },
})
