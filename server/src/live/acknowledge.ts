import type { ZodError } from 'zod'
import { explainDatabaseTrouble } from '../http/database-trouble.ts'

export type Refused = { success: false; title: string; detail?: string }

/** Sends what came of the work to clients that ask for it; SPEC §7's own do not. */
export function acknowledge<T>(ack: unknown, work: Promise<T | Refused>, report: (error: unknown) => void): void {
  work.catch((error: unknown): Refused => {
    report(error)
    const trouble = error instanceof Error ? explainDatabaseTrouble(error) : undefined
    if (!trouble) return { success: false, title: 'Something went wrong on our side' }
    return { success: false, title: trouble.message, ...(trouble.extras.detail ? { detail: trouble.extras.detail } : {}) }
  }).then((answer) => {
    if (typeof ack === 'function') ack(answer)
  }, () => undefined)
}

export const invalid = (error: ZodError, title = 'The event is not valid'): Refused =>
  ({ success: false, title, detail: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') })

export const refuseRole: Refused = { success: false, title: 'This is not for your role' }
export const tooOften: Refused = { success: false, title: 'Too many events', detail: 'Please wait a moment.' }
