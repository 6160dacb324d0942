import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { AwsClient } from 'aws4fetch'

/** An object store over HTTP that checks signatures, with the bucket `papers`, and the settings that lead to it. */
export async function startS3() {
  const folder = mkdtempSync(join(tmpdir(), 'interline-s3-'))
  const server: Server = createServer(new S3rver({ directory: folder, silent: true, vhostBuckets: false }).callback())
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const settings = {
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_BUCKET: 'papers',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  const client = new AwsClient({ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1', service: 's3' })
  const made = await client.fetch(`${settings.S3_ENDPOINT}/papers`, { method: 'PUT' })
  if (!made.ok) throw new Error(`no bucket: ${made.status}`)
  return {
    settings,
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
