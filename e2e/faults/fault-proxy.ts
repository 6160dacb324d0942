import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

type Exchange = {
  asked: IncomingMessage
  answer: ServerResponse
  /** Sends what the origin has. */
  pass: () => Promise<void>
  /** The answer of the origin, whole. */
  fetched: () => Promise<{ status: number; headers: Record<string, string>; body: Buffer }>
}

/** The fault of a file on its way, by a name for the table. */
export type Fault = {
  name: string
  /** The files that it meets; every one when it is not said. */
  meets?: (path: string) => boolean
  /** By which way a visit meets it; by both when it is not said. */
  way?: 'visit' | 'deep link'
  act: (exchange: Exchange) => void | Promise<void>
}

// This is what is played.
// eslint-disable-next-line no-restricted-syntax
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())
const isEntry = (path: string) => /\/remote\.[^/]*\.js$/.test(path)
const isModule = (path: string) => path.endsWith('.js') && !isEntry(path)
const isStyles = (path: string) => path.endsWith('.css')

/** Sends what the origin has, changed. */
const changed =
  (how: (answer: { status: number; headers: Record<string, string>; body: Buffer }) => object) =>
  async ({ answer, fetched }: Exchange) => {
    const real = await fetched()
    const { status, headers, body } = { ...real, ...how(real) }
    answer.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body)
  }
const says =
  (status: number, headers: Record<string, string> = {}, body = 'no') =>
  ({ answer }: Exchange) =>
    void answer.writeHead(status, { 'access-control-allow-origin': '*', ...headers }).end(body)
const neverAnswers = () => undefined
const altered = changed(({ body }) => ({ body: Buffer.concat([body, Buffer.from(';altered=1')]) }))
const html = { 'content-type': 'text/html' }

export const faults: Fault[] = [
  { name: 'the connection is reset', act: ({ asked }) => void asked.socket.destroy() },
  { name: 'black hole', act: neverAnswers },
  { name: 'black hole, styles only', meets: isStyles, act: neverAnswers },
  { name: 'black hole, module only', meets: isModule, act: neverAnswers },
  {
    name: 'headers, and then nothing',
    act: async ({ answer, fetched }) => void answer.writeHead(200, (await fetched()).headers).flushHeaders(),
  },
  {
    name: 'a byte a second',
    act: async ({ answer, fetched }) => {
      const { headers, body } = await fetched()
      answer.writeHead(200, headers)
      for (const byte of body) {
        if (answer.destroyed) return
        answer.write(Buffer.from([byte]))
        await pause(1000)
      }
    },
  },
  {
    name: '12 s late',
    act: async (exchange) => {
      await pause(12_000)
      await exchange.pass()
    },
  },
  {
    name: 'cut half way',
    act: async ({ answer, fetched }) => {
      const { headers, body } = await fetched()
      answer.writeHead(200, headers)
      answer.write(body.subarray(0, body.length / 2), () => setTimeout(() => answer.destroy(), 50))
    },
  },
  {
    name: 'half a file that calls itself whole',
    act: changed(({ body }) => ({ body: body.subarray(0, body.length / 2) })),
  },
  { name: '403', act: says(403) },
  { name: '404', act: says(404) },
  { name: '404, entry only', meets: isEntry, act: says(404) },
  { name: '404, module only', meets: isModule, act: says(404) },
  { name: '404, styles only', meets: isStyles, act: says(404) },
  { name: '500', act: says(500) },
  { name: '503 with Retry-After', act: says(503, { 'retry-after': '120' }) },
  { name: '200 and empty', act: says(200, { 'content-type': 'text/javascript' }, '') },
  { name: 'a page of a hotel with 200', act: says(200, html, '<!doctype html><title>Welcome</title>') },
  { name: 'another file with the right type', act: says(200, { 'content-type': 'text/javascript' }, 'alert(1)') },
  { name: 'a syntax error', act: says(200, { 'content-type': 'text/javascript' }, 'var = ;') },
  { name: 'an altered file', act: altered },
  { name: 'an altered module only', meets: isModule, act: altered },
  { name: 'altered styles only', meets: isStyles, act: altered },
  { name: 'a wrong type', act: changed(({ headers }) => ({ headers: { ...headers, 'content-type': 'image/png' } })) },
  {
    name: 'no leave for other origins',
    act: changed(({ headers: { 'access-control-allow-origin': _gone, ...headers } }) => ({ headers })),
  },
  {
    name: 'a compression that it has not',
    act: changed(({ headers }) => ({ headers: { ...headers, 'content-encoding': 'br' } })),
  },
  { name: '401', way: 'visit', act: says(401, { 'www-authenticate': 'Basic realm="cities"' }) },
  { name: '429 with Retry-After', way: 'deep link', act: says(429, { 'retry-after': '60' }) },
  { name: '204', way: 'visit', act: says(204, {}, '') },
  { name: '304 to who has nothing', way: 'deep link', act: says(304, { etag: '"1"' }, '') },
  {
    name: 'an answer that is no HTTP',
    way: 'visit',
    act: ({ asked }) => void asked.socket.end('\x15\x03\x01\x00\x02'),
  },
  {
    name: 'a compressed file that ends early',
    way: 'deep link',
    act: changed(({ body, headers }) => {
      const whole = gzipSync(body)
      return { body: whole.subarray(0, whole.length / 2), headers: { ...headers, 'content-encoding': 'gzip' } }
    }),
  },
  {
    name: 'a redirect to another origin',
    way: 'visit',
    act: async (exchange) => {
      const { asked, answer } = exchange
      const here = asked.headers.host ?? ''
      // The other origin has the file.
      if (!here.startsWith('localhost')) return exchange.pass()
      const location = `http://${here.replace('localhost', '127.0.0.1')}${asked.url ?? '/'}`
      answer.writeHead(302, { 'access-control-allow-origin': '*', location }).end()
    },
  },
  {
    name: 'a redirect without an end',
    act: ({ asked, answer }) =>
      void answer.writeHead(302, { 'access-control-allow-origin': '*', location: asked.url ?? '/' }).end(),
  },
]

export type FaultProxy = {
  url: string
  /** From now on this goes wrong with the files whose path begins so; null: nothing. */
  set: (fault: Fault | null, prefix?: string) => void
  close: () => Promise<void>
}

/** A proxy before an origin, with real sockets, that lets files through or plays a fault. */
export async function startFaultProxy(origin: string): Promise<FaultProxy> {
  let playing: { fault: Fault; prefix: string } | null = null
  const fetched = (path: string): ReturnType<Exchange['fetched']> =>
    new Promise((resolve, reject) => {
      request(origin + path, { headers: { 'accept-encoding': 'identity' } }, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () => {
          const headers = Object.fromEntries(
            Object.entries(response.headers).filter(
              (entry): entry is [string, string] =>
                typeof entry[1] === 'string' && !/^(connection|keep-alive|transfer-encoding)$/.test(entry[0]),
            ),
          )
          resolve({ status: response.statusCode ?? 502, headers, body: Buffer.concat(pieces) })
        })
      })
        .once('error', reject)
        .end()
    })
  const server: Server = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    const exchange: Exchange = {
      asked,
      answer,
      fetched: () => fetched(path),
      pass: () => changed(() => ({}))(exchange),
    }
    const meets = playing && path.startsWith(playing.prefix) && (playing.fault.meets?.(path) ?? true)
    const act = playing && meets ? playing.fault.act : ({ pass }: Exchange) => pass()
    Promise.resolve(act(exchange)).catch(() => answer.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    set(fault, prefix = '/') {
      playing = fault && { fault, prefix }
      // A request that was left hanging before is not part of what comes.
      server.closeAllConnections()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
