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

/** What a text says as JSON; undefined when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Counts what is asked within a minute of the clock: returns whether this one is more than allowed. */
export function perMinute(allowed: number): () => boolean {
  let minute = 0
  let taken = 0
  return () => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, taken] = [now, 0]
    return (taken += 1) > allowed
  }
}

export type Encoding = 'br' | 'gzip'

/** The encodings of ours that a browser takes, the one to prefer first; one that it gives `q=0` it does not take. */
export function acceptedEncodings(header: string | string[] | undefined): Encoding[] {
  const taken = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';')[0]?.trim())
  return (['br', 'gzip'] as const).filter((one) => taken.includes(one))
}
