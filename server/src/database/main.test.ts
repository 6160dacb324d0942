import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { itUnless, without } from '../testing/services.ts'
import { createTestDatabase } from '../testing/test-server.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

itUnless(without('PostgreSQL'))('brings the tables up to date and ends, as often as it is asked', async () => {
  const { location, drop } = await createTestDatabase('PostgreSQL')
  if (typeof location === 'string' || !('url' in location)) return expect.unreachable()
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: location.url }
  for (let times = 0; times < 2; times += 1)
    expect((await promisify(execFile)(process.execPath, ['--import', 'tsx', main], { env })).stdout).toBe(
      'The tables are up to date.\n',
    )
  const refused = { ...env, DATABASE_LONG_TIMEOUT: 'an hour' }
  await expect(promisify(execFile)(process.execPath, ['--import', 'tsx', main], { env: refused })).rejects.toThrow(
    /DATABASE_LONG_TIMEOUT: /,
  )
  await drop()
})
