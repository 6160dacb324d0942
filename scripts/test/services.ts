import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import type { Found } from './found.ts'

const answersOn = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1000 })
    const end = (answers: boolean) => {
      socket.destroy()
      resolve(answers)
    }
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false))
  })
const isProgram = (...names: string[]) =>
  names.some((name) => ['/usr/bin', '/usr/sbin', '/usr/local/bin'].some((folder) => existsSync(`${folder}/${name}`)))

/** CI promises these (`REQUIRE_SERVICES=1`): one that is missing fails once, and not each test that needs it. */
export async function services(): Promise<Found> {
  const here = {
    'PostgreSQL at 127.0.0.1:5432': await answersOn(5432),
    'Redis at 127.0.0.1:6379': await answersOn(6379),
    nginx: isProgram('nginx'),
    'chromium-headless-shell': isProgram('chromium-headless-shell'),
  }
  const missing = Object.entries(here).filter(([, isHere]) => !isHere)
  return {
    passed: Object.keys(here).length - missing.length,
    failed: missing.map(([name]) => ({ name: `services: ${name}`, reason: 'REQUIRE_SERVICES=1, and it is not here' })),
    skipped: [],
    files: [],
  }
}
