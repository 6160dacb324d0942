import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { nginx } from '../../server/src/testing/services.ts'

const source = join(import.meta.dirname, '../nginx')

export type Addresses = {
  listen: number
  apiNodes: number[]
  origins: Record<string, number>
  /** By https and HTTP/2, with a certificate for the names below this domain. */
  domain?: string | undefined
}

/** One line of the access log: which host and path, how it ended, and which nodes were asked for it. */
type Logged = {
  host: string
  path: string
  method: string
  status: number
  nodes: string
  node_statuses: string
}

/** The files of deploy/nginx in a folder of their own: with the ports of this machine, otherwise as they are. */
export function renderNginx({ listen, apiNodes, origins, domain }: Addresses): string {
  const folder = mkdtempSync(join(tmpdir(), 'interline-nginx-'))
  // Started by root, nginx works as another user.
  chmodSync(folder, 0o755)
  cpSync(source, join(folder, 'conf'), { recursive: true })
  const here = join(folder, 'conf/here')
  const change = (file: string, how: (text: string) => string) =>
    writeFileSync(join(here, file), how(readFileSync(join(here, file), 'utf8')))
  for (const file of readdirSync(here).filter((name) => name.startsWith('listen')))
    change(file, (text) =>
      text.replace(/^listen \d+(.*);/m, `listen 127.0.0.1:${listen}$1${domain ? certified(folder, domain) : ''};`),
    )
  change('upstreams.conf', (text) =>
    text.replace(/server ([a-z]+):\d+;/g, (_, name: string) => `server 127.0.0.1:${origins[name] ?? 9};`),
  )
  change('api-nodes.conf', (text) => {
    const [line = ''] = /^server .*$/m.exec(text) ?? []
    return apiNodes.map((port) => line.replace(/api-1:\d+/, `127.0.0.1:${port}`)).join('\n')
  })
  return folder
}

/** All that makes a listening port one by https and HTTP/2, in the words that nginx before 1.25 knows too. */
function certified(folder: string, domain: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const made = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${domain} -addext subjectAltName=DNS:*.${domain}`
  execFileSync('openssl', [...made.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return ` ssl http2; ssl_certificate ${certificate}; ssl_certificate_key ${key}`
}

export type Nginx = { url: string; log(): Logged[]; stop(): Promise<void> }

/** The verdict of `nginx -t` on rendered files. */
export function checkNginx(folder: string) {
  // nginx opens /dev/stdout anew, which a pipe of node's does not allow.
  const out = openSync(join(folder, 'check.log'), 'a')
  const { status, stderr } = spawnSync(nginx ?? 'nginx', ['-t', '-p', folder, '-c', join(folder, 'conf/nginx.conf')], {
    encoding: 'utf8',
    stdio: ['ignore', out, 'pipe'],
  })
  closeSync(out)
  return { ok: status === 0, output: stderr }
}

export async function startNginx(addresses: Addresses): Promise<Nginx> {
  const folder = renderNginx(addresses)
  const logFile = join(folder, 'access.log')
  const out = openSync(logFile, 'a')
  const child = spawn(nginx ?? 'nginx', ['-p', folder, '-c', join(folder, 'conf/nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const hasBegun = async () => child.exitCode !== null || (await answers(addresses.listen))
  await vi.waitUntil(hasBegun, { timeout: 10_000 }).catch(() => child.kill())
  if (child.exitCode !== null || child.killed) throw new Error(`nginx does not start: ${readFileSync(logFile, 'utf8')}`)
  return {
    url: `http${addresses.domain ? 's' : ''}://127.0.0.1:${addresses.listen}`,
    log: () =>
      readFileSync(logFile, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Logged),
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
      .once('connect', () => socket.destroy())
  })
