import { connect, createServer, type AddressInfo } from 'node:net'

/** One statement as a client sent it, its values as text; with a `name` when the client had it prepared. */
export type Statement = { name?: string; text: string; values: (string | null)[] }

/**
 * PostgreSQL through a port that notes what is asked: the statements since the last `take`, without those that only
 * begin and end.
 */
export async function watchSql(databaseUrl: string): Promise<{ url: string; take(): Statement[]; close(): void }> {
  const target = new URL(databaseUrl)
  let seen: Statement[] = []
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname)
    const read = reader((statement) => seen.push(statement))
    client.on('data', read)
    client.pipe(database).pipe(client)
    for (const end of [client, database]) end.on('error', () => [client, database].forEach((one) => one.destroy()))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href
  return {
    url,
    take() {
      const taken = seen
      seen = []
      return taken
    },
    close: () => void server.close(),
  }
}

/** Takes the bytes that a client sends; PostgreSQL's protocol 3.0. */
function reader(emit: (statement: Statement) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let hasStarted = false
  const texts = new Map<string, string>()
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // The first message has no type before its length.
      const at = hasStarted ? 1 : 0
      if (rest.length < at + 4 || rest.length < at + rest.readInt32BE(at)) return
      const end = at + rest.readInt32BE(at)
      const body = rest.subarray(at + 4, end)
      const type = hasStarted ? String.fromCharCode(rest[0] ?? 0) : ''
      if (type === 'P') {
        const [name = '', text = ''] = stringsOf(body, 2)
        texts.set(name, text)
      }
      if (type === 'B') {
        const [, name = ''] = stringsOf(body, 2)
        emit({ ...(name !== '' && { name }), text: texts.get(name) ?? '', values: valuesOf(body) })
      }
      if (type === 'Q') {
        const [query = ''] = stringsOf(body, 1)
        if (!/^(begin|commit|rollback|start transaction)/i.test(query)) emit({ text: query, values: [] })
      }
      hasStarted = true
      rest = rest.subarray(end)
    }
  }
}

function stringsOf(body: Buffer, count: number): string[] {
  const found: string[] = []
  for (let at = 0; found.length < count;) {
    const end = body.indexOf(0, at)
    found.push(body.toString('utf8', at, end))
    at = end + 1
  }
  return found
}

function valuesOf(body: Buffer): (string | null)[] {
  let at = stringsOf(body, 2).reduce((sum, name) => sum + Buffer.byteLength(name) + 1, 0)
  at += 2 + 2 * body.readInt16BE(at)
  const values: (string | null)[] = []
  const count = body.readInt16BE(at)
  at += 2
  for (let n = 0; n < count; n += 1) {
    const length = body.readInt32BE(at)
    at += 4
    values.push(length < 0 ? null : body.toString('utf8', at, at + Math.max(0, length)))
    at += Math.max(0, length)
  }
  return values
}
