import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config/config.ts'
import { startServer } from '../server.ts'
import { openGate } from './gate.ts'
import { quickPasswords } from './quick-passwords.ts'
import { startS3 } from './s3-server.ts'
import { createTestDatabase } from './test-server.ts'

/** A node on PostgreSQL, Redis and an object store, each behind a gate of its own. */
export async function startGatedNode(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'interline-gated-'))
  const { location, drop } = await createTestDatabase('PostgreSQL')
  const s3 = await startS3()
  const gates = {
    database: await openGate(5432),
    redis: await openGate(6379),
    files: await openGate(Number(new URL(s3.settings.S3_ENDPOINT).port)),
  }
  const server = await startServer(
    readConfig({
      ...s3.settings,
      API_PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      S3_ENDPOINT: `http://127.0.0.1:${gates.files.port}`,
      DATABASE_URL: Object.assign(new URL(typeof location === 'object' && 'url' in location ? location.url : ''), {
        port: gates.database.port,
      }).href,
      REDIS_URL: `redis://127.0.0.1:${gates.redis.port}`,
      REDIS_PREFIX: `interline-test-${randomBytes(6).toString('hex')}:`,
      ...settings,
    }),
    { log: () => undefined, passwords: quickPasswords },
  )
  return {
    server,
    gates,
    async close() {
      await server.close()
      s3.close()
      await drop()
      for (const gate of Object.values(gates)) await gate.cut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type GatedNode = Awaited<ReturnType<typeof startGatedNode>>
