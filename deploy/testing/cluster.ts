import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { startApiNode, type ApiNode } from '../../e2e/harness/product/api-nodes.ts'
import { startNginx, type Nginx } from './start-nginx.ts'

const postgres = 'postgres://postgres@127.0.0.1:5432'
const redis = 'redis://127.0.0.1:6379'

type Answer = { status: number; text: string; headers: Record<string, unknown> }
type CallOptions = {
  method?: string
  token?: string | undefined
  body?: object | Buffer
  headers?: Record<string, string>
  host?: string
}

/** Nodes of the API on PostgreSQL and Redis of this machine, behind nginx with the files of deploy/. */
export type Cluster = {
  nginx: Nginx
  nodes: ApiNode[]
  /** Rows of a query on the nodes' database. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /**
   * A call through nginx, at the office's name; below /api/v1 unless another name is given. Rejects when there is no
   * answer.
   */
  call(path: string, options?: CallOptions): Promise<Answer>
  signIn(email?: string): Promise<string>
  /** A socket through nginx. */
  socket(token: string, transports?: string[]): Socket
  close(): Promise<void>
}

/** Finds every name on this machine. */
const here = new Agent({
  lookup: (_name, options, found) =>
    options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
})

export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<{ port: number; close: () => void }>((resolve) => {
          const probe = createServer().listen(0, '127.0.0.1', () => {
            const address = probe.address()
            resolve({ port: typeof address === 'object' ? (address?.port ?? 0) : 0, close: () => probe.close() })
          })
        }),
    ),
  )
  for (const { close } of probes) close()
  return probes.map(({ port }) => port)
}

async function onDatabase<Row extends object>(database: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: `${postgres}/${database}` })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

type ClusterOptions = {
  /** The API's settings besides those that all clusters have. */
  env?: Record<string, string>
  /** The port of nginx. */
  listen?: number
  /** By https, with the names below this domain. */
  domain?: string
}

export async function startCluster(
  count: number,
  origins: Record<string, number>,
  { env: more = {}, domain, ...options }: ClusterOptions = {},
): Promise<Cluster> {
  const name = `interline_deploy_${randomBytes(6).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'interline-cluster-'))
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  try {
    await onDatabase('postgres', `create database ${name}`)
    closers.push(
      () => onDatabase('postgres', `drop database ${name} with (force)`),
      () => rmSync(folder, { recursive: true, force: true }),
    )
    const [free = 0, ...apiNodes] = await freePorts(count + 1)
    const { listen = free } = options
    const env = {
      DATABASE_URL: `${postgres}/${name}`,
      REDIS_URL: redis,
      REDIS_PREFIX: `${name}:`,
      DATA_DIR: folder,
      DEMO_ROWS: '20',
      TRUST_PROXY: 'loopback',
      ALLOWED_ORIGINS: 'http://office.test',
      PUBLIC_API_URL: 'http://api.test',
      ...more,
    }
    // All at once: the migrations and the demo data are made by one of them.
    const starts = await Promise.allSettled(apiNodes.map((port) => startApiNode(port, env)))
    const nodes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    closers.push(() => Promise.all(nodes.map((node) => node.stop('SIGKILL'))))
    for (const start of starts) if (start.status === 'rejected') throw start.reason
    const nginx = await startNginx({ listen, apiNodes, origins, domain })
    closers.push(() => nginx.stop())
    const sockets: Socket[] = []
    closers.push(() => sockets.forEach((socket) => socket.disconnect()))
    const call: Cluster['call'] = (path, options) => send(listen, options?.host ? path : `/api/v1${path}`, options)
    return {
      nginx,
      nodes,
      call,
      close,
      sql: (text, values) => onDatabase(name, text, values),
      async signIn(email = 'admin@interline.test') {
        const { text } = await call('/user/auth/admin-login', {
          method: 'POST',
          body: { email, password: 'interline-demo' },
        })
        return (JSON.parse(text) as { data: { token: string } }).data.token
      },
      socket(token, transports = ['websocket']) {
        const socket = io(`http://office.test:${listen}`, {
          auth: { token },
          transports,
          forceNew: true,
          agent: here as never,
          reconnectionDelay: 100,
          reconnectionDelayMax: 500,
        })
        sockets.push(socket)
        return socket
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function send(
  port: number,
  path: string,
  { method = 'GET', token, body, headers = {}, host = 'office.test' }: CallOptions = {},
): Promise<Answer> {
  const sent = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: {
          host,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(sent && { 'content-type': 'application/json', 'content-length': sent.length }),
          ...headers,
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response
          .once('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
          .once('error', reject)
      },
    )
    call.once('error', reject)
    call.end(sent)
  })
}
