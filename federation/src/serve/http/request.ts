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
