import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { requireServers } from './require-servers.ts'
import { startS3 } from './testing/s3-server.ts'
import { answersOn, databasesHere } from './testing/test-server.ts'

const [hasPostgres, hasRedis] = [(await databasesHere()).includes('PostgreSQL'), await answersOn(6379)]
const secret = 'sesame-open'
// A port that was just given back: nobody listens there.
const nobody = await new Promise<number>((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resolve(port))
  })
})

async function refusal(env: Record<string, string>): Promise<string> {
  const outcome = await requireServers(readConfig(env)).then(() => 'nothing was refused', (error: Error) => error.message)
  expect(outcome).not.toContain(secret)
  return outcome
}

describe('the start is refused by the name of the setting', () => {
  it('when nobody answers there', async () => {
    const reasons = await refusal({
      DATABASE_URL: `postgres://someone:${secret}@127.0.0.1:${nobody}/interline`, REDIS_URL: `redis://:${secret}@127.0.0.1:${nobody}`,
      S3_ENDPOINT: `http://127.0.0.1:${nobody}`, S3_BUCKET: 'papers', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: secret,
    })
    expect(reasons.split('; ')).toEqual([
      expect.stringMatching(/^DATABASE_URL: postgres:\/\/127\.0\.0\.1:\d+\/interline cannot be reached: connect ECONNREFUSED/),
      expect.stringMatching(/^REDIS_URL: redis:\/\/127\.0\.0\.1:\d+ cannot be reached: connect ECONNREFUSED/),
      expect.stringMatching(/^S3_ENDPOINT: http:\/\/127\.0\.0\.1:\d+ cannot be used: connect ECONNREFUSED/),
    ])
  })

  it.skipIf(!hasPostgres)('when there is no such database', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/interline_is_not_there' })).toMatch(/^DATABASE_URL: there is no database "interline_is_not_there" at postgres:/)
    expect(await refusal({ DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/postgres' })).toBe('nothing was refused')
  })

  it.skipIf(!hasRedis)('when Redis does not let us in', async () => {
    expect(await refusal({ REDIS_URL: `redis://nobody:${secret}@127.0.0.1:6379` })).toMatch(/^REDIS_URL: redis:\/\/127\.0\.0\.1:6379 does not let us in/)
    expect(await refusal({ REDIS_URL: 'redis://127.0.0.1:6379' })).toBe('nothing was refused')
  })

  describe('when the object store does not take what was set', () => {
    let s3: Awaited<ReturnType<typeof startS3>>
    beforeAll(async () => void (s3 = await startS3()))
    afterAll(() => s3.close())

    it.each([
      ['S3_BUCKET: there is no bucket "letters" at', { S3_BUCKET: 'letters' }],
      ['S3_ACCESS_KEY_ID: ', { S3_ACCESS_KEY_ID: 'somebody' }],
      ['S3_SECRET_ACCESS_KEY: is not the one of S3_ACCESS_KEY_ID', { S3_SECRET_ACCESS_KEY: secret }],
      ['nothing was refused', {}],
    ])('%s', async (words, wrong) => {
      expect(await refusal({ ...s3.settings, ...wrong })).toContain(words)
    })
  })
})
