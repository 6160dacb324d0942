import { join } from 'node:path'
import { readPublicKey } from '@interline/federation/release'
import { startProcess } from '../product/processes.ts'
import { demoAdministrator, requireAllowed, signIn, type Session } from './api.ts'
import type { Scratch } from './scratch.ts'

/** Where each process of a run listens. */
type Ports = { api: number; shells: number[]; remotes: Record<string, number> }

type Started = { api: string; session: Session }

const demoRows = 40

/** Settings of this machine that would lead our own API to somebody's data. */
const noneOfThese = [
  'DATABASE_URL',
  'REDIS_URL',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'SMTP_URL',
  'SSO_ISSUER',
  'SSO_CLIENT_ID',
  'SSO_CLIENT_SECRET',
  'SSO_ALLOWED_DOMAINS',
  'SSO_ROLES',
  'SSO_PASSWORDS',
  'NODE_ENV',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'PUBLIC_API_URL',
  'TRUST_PROXY',
  'HOST',
]

/**
 * Starts what the rounds need, each as its own process: the origins of the remotes, a shell's origin a round, and the
 * API unless one is given.
 */
export async function startScratch(scratch: Scratch, ports: Ports, given: string | undefined): Promise<Started> {
  const api = given ?? `http://localhost:${ports.api}`
  const origins = scratch.rounds.map(({ url }) => url)
  const onExit = (what: string) => (reason: string) => void process.stderr.write(`skew: ${what} ${reason}\n`)
  const serve = (name: string, part: string, port: number, folder: string) =>
    startProcess(
      name,
      'federation/src/serve/main.ts',
      [part, String(port)],
      {
        DATA_DIR: folder,
        API_URL: api,
        SOCKET_URL: '',
        DOCUMENTS_URL: '',
        LOADER_MS: '0',
        NODE_ENV: '',
        HOST: '',
        ORIGIN_STATE: '',
        RELEASE_PUBLIC_KEYS: part === 'shell' ? readPublicKey(join(folder, 'release-key.pem')) : '',
      },
      onExit(name),
    ).ready

  await Promise.all([
    ...(given ? [] : [startOwnApi(scratch, ports.api, origins, onExit('the API'))]),
    ...Object.entries(ports.remotes).map(([name, port]) => serve(name, name, port, scratch.builds)),
    ...scratch.rounds.map(({ folder }, index) =>
      serve(`shell of round ${index + 1}`, 'shell', ports.shells[index] ?? 0, folder),
    ),
  ])
  const administrator = given
    ? {
        email: process.env.ADMIN_EMAIL || demoAdministrator.email,
        password: process.env.ADMIN_PASSWORD || demoAdministrator.password,
      }
    : demoAdministrator
  for (const origin of origins) await requireAllowed(api, origin)
  return { api, session: await signIn(api, administrator) }
}

function startOwnApi({ folder }: Scratch, port: number, origins: string[], onExit: (reason: string) => void) {
  const nothing = Object.fromEntries(noneOfThese.map((name) => [name, '']))
  const env = {
    ...nothing,
    API_PORT: String(port),
    DATA_DIR: join(folder, 'api'),
    ALLOWED_ORIGINS: origins.join(','),
    DEMO_ROWS: String(demoRows),
    LOG_LEVEL: 'warn',
  }
  return startProcess('api', 'server/src/main.ts', [], env, onExit).ready
}
