import { isHtmlText } from '../checks/artifact/http.ts'
import { ReleaseError } from '../report/release-error.ts'

type Where = { address: string; endpoint: string; bucket: string }

/** A bucket refused something; `code` is S3's own for it, empty when its answer has none. */
class BucketError extends ReleaseError {
  readonly code: string

  constructor(reason: string, code: string) {
    super(reason, [{ check: 'store', reason }])
    this.code = code
  }
}

export const refuse = (reason: string) => new BucketError(reason, '')

export const unreachable = ({ address, endpoint }: Where, error: unknown) =>
  refuse(`${address} cannot be reached at ${endpoint} (${causeOf(error)}); look at S3_ENDPOINT`)

export const brokenOff = ({ address }: Where, error: unknown) =>
  refuse(`${address} broke off in the middle of an answer (${causeOf(error)})`)

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.message : error.message
}

/** Explains an answer that is no success, and which setting to look at. */
export async function failure({ address, endpoint, bucket }: Where, response: Response): Promise<BucketError> {
  const text = (await response.text().catch(() => '')).slice(0, 10_000)
  const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? ''
  const message = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? ''
  const status = `${response.status}${code && ` ${code}`}`
  const reason = () => {
    if (response.status === 401 || response.status === 403)
      return `${address} refuses these credentials (${status}); look at S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and what they may do`
    if (code === 'NoSuchBucket') return `${address}: there is no bucket "${bucket}" at ${endpoint}`
    if (response.status === 501)
      return `${address} does not know If-None-Match (${status}): what is published there could be overwritten; use a server that does`
    if (isHtmlText(Buffer.from(text)))
      return `${address} answers ${response.status} and a page of HTML; is S3_ENDPOINT, ${endpoint}, an S3 server?`
    return `${address} answers ${status}${message && `: ${message}`}`
  }
  return new BucketError(reason(), code)
}
