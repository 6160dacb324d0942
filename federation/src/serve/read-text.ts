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
