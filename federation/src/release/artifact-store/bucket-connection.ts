import { ReleaseError } from '../report/release-error.ts'

/** How an S3-compatible server is reached; `endpoint` has no slash at its end. */
export type Connection = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string }

/**
 * Reads the `S3_…` settings, the same as those for documents. `because` says what needs them. Throws naming the first
 * that is missing or wrong.
 */
export function readConnection(env: NodeJS.ProcessEnv, because: string): Connection {
  const required = (name: string) => {
    const value = env[name]?.trim()
    if (!value) throw new ReleaseError(`${name} is missing; ${because} needs it`)
    return value
  }
  const endpoint = required('S3_ENDPOINT')
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new ReleaseError('S3_ENDPOINT is not an http(s) address such as https://s3.example.com, without a user')
  }
  return {
    endpoint: url.href.replace(/\/+$/, ''),
    region: env.S3_REGION?.trim() || 'us-east-1',
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
  }
}
