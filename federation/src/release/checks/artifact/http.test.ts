import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serveRemote } from '../../../serve/serve-remote.ts'
import { mara, putRemote, putShell, storeOfThree } from '../../../testing/stored-parts.ts'
import type { PinnedRemote } from '../../../schema/index.ts'
import { pin } from '../../commit/plan-and-commit.ts'
import type { ReleaseStore } from '../../store/store.ts'
import { unservedFiles } from './http.ts'

let store: ReleaseStore
let server: Server
let origin: string
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  store = storeOfThree({ drivers: origin })
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function pinned(): PinnedRemote {
  const found = pin(store, [putShell(store), putRemote(store, 'drivers')], mara).remotes.drivers
  if (!found) throw new Error('drivers is not pinned')
  return found
}

const good = {
  'content-type': 'text/javascript',
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=31536000, immutable',
}
const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))
const file = (path: string) => readFileSync(join(store.folder, 'artifacts/drivers/1.0.0-000000000000', path))
const bodyOf = ({ url = '' }: IncomingMessage) => file(url.split('/').at(-1) ?? '')

describe('the files of a part, downloaded from its origin', () => {
  it('are fine as our own origin serves them, compressed too', async () => {
    answer = serveRemote(store, 'drivers')
    expect(await unservedFiles(pinned(), 'http://localhost:3000')).toEqual([])
  })

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void, RegExp]>([
    [
      'are other bytes',
      (_, response) => response.writeHead(200, good).end('alert(1)'),
      /remote\.1\.js is not what the descriptor says \(8 bytes.* \(and 1 more\)$/,
    ],
    [
      'are HTML instead',
      (_, response) => response.writeHead(200, { ...good, 'content-type': 'text/html' }).end('<!doctype html>'),
      /^this build is not at its origin: \S*\/1\.0\.0-0{12}\/ is HTML instead of the file$/,
    ],
    [
      'are HTML that says it is js',
      (_, response) => response.writeHead(200, good).end(' <html></html>'),
      /^this build is not at its origin: /,
    ],
    [
      'may not be read by the shell',
      (request, response) => response.writeHead(200, without('access-control-allow-origin')).end(bodyOf(request)),
      /may not be read by http:\/\/localhost:3000 \(access-control-allow-origin: none\)/,
    ],
    [
      'may be read by another shell only',
      (request, response) =>
        response.writeHead(200, { ...good, 'access-control-allow-origin': 'http://other.test' }).end(bodyOf(request)),
      /access-control-allow-origin: http:\/\/other\.test/,
    ],
    [
      'are not immutable',
      (request, response) => response.writeHead(200, { ...good, 'cache-control': 'no-cache' }).end(bodyOf(request)),
      /is not cached for ever \(cache-control: no-cache\)/,
    ],
    [
      'have another content-type',
      (request, response) => response.writeHead(200, { ...good, 'content-type': 'text/plain' }).end(bodyOf(request)),
      /has another type \(content-type: text\/plain\)/,
    ],
    [
      'are missing',
      (_, response) => response.writeHead(404).end(),
      /^this build is not at its origin: \S+ answers 404$/,
    ],
    [
      'are there but for one',
      (request, response) => {
        const isLost = request.url?.endsWith('routes.1.js') === true
        if (isLost) response.writeHead(404).end()
        else response.writeHead(200, good).end(bodyOf(request))
      },
      /0\/routes\.1\.js answers 404$/,
    ],
    ['are elsewhere', (_, response) => response.writeHead(302, { location: 'http://evil.test/' }).end(), /answers 302/],
  ])('are refused when they %s', async (_, serve, reason) => {
    answer = serve
    const reasons = await unservedFiles(pinned(), 'http://localhost:3000')
    expect(reasons).toHaveLength(1)
    expect(reasons.join('\n')).toMatch(reason)
  })

  it('are refused in one line when the origin is down', async () => {
    const part = pinned()
    await new Promise((resolve) => server.close(resolve))
    expect(await unservedFiles(part, 'http://localhost:3000')).toEqual([`${part.url} does not answer (ECONNREFUSED)`])
  })
})
