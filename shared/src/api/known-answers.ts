import { onSessionEnd } from '../session/session.ts'

type KnownAnswer = { etag: string; body: Record<string, unknown> }

const most = 20
const answers = new Map<string, KnownAnswer>()
onSessionEnd(() => answers.clear())

/** The last answer to this GET, with the ETag that it is asked for again with: it is sent only when it changed. */
export const knownAnswer = (url: string): KnownAnswer | undefined => answers.get(url)

/** Remembers the answers that came last. */
export function rememberAnswer(url: string, answer: KnownAnswer): void {
  answers.delete(url)
  answers.set(url, answer)
  for (const oldest of answers.keys()) if (answers.size > most) answers.delete(oldest)
}
