import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The body of a request as text; null when it has more characters than `longest`. */
export async function readText(request: IncomingMessage, longest: number): Promise<string | null> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > longest) return null
  }
  return text
}

/** Counts the requests of each sender within a minute; returns whether this one is too many. */
export function perMinute(allowed: number): (sender?: string) => boolean {
  let minute = -1
  const taken = new Map<string, number>()
  return (sender = '') => {
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute) taken.clear()
    minute = now
    const count = (taken.get(sender) ?? 0) + 1
    taken.set(sender, count)
    return count > allowed
  }
}

type Refusal = [status: number, text: string]
export const tooMany: Refusal = [429, 'too many reports']

/** Reads the report of a page of this origin: its text, or the answer that refuses it. */
export async function readReport(request: IncomingMessage, longest: number): Promise<string | Refusal> {
  const from = request.headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin') return [403, 'reports come from this origin’s own pages']
  return (await readText(request, longest)) ?? [413, `a report is at most ${longest} characters`]
}

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether a request may read the metrics. Where there is a token, it must send it (`Authorization: Bearer TOKEN`);
 * where there is none, it must come from this machine and through no proxy.
 */
export function mayReadMetrics({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  if (token !== undefined) return timingSafeEqual(sha256(headers.authorization ?? ''), sha256(`Bearer ${token}`))
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)
  return !isForwarded && loopback.test(socket.remoteAddress ?? '')
}

export type Encoding = 'br' | 'gzip'

/** The encodings of ours that a browser takes, the preferred one first; `q=0` rules one out. */
export function acceptedEncodings(header: string | string[] | undefined): Encoding[] {
  const taken = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';')[0]?.trim())
  return (['br', 'gzip'] as const).filter((one) => taken.includes(one))
}
