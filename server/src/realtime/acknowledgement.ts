import type { ZodError } from 'zod'
import { findTrouble } from '../database/trouble.ts'

export type Failure = { success: false; title: string; detail?: string }

/** Acknowledges an event with the outcome of `work`, to clients that ask for it; those of SPEC §7 do not. */
export function acknowledge<T>(ack: unknown, work: Promise<T | Failure>, report: (error: unknown) => void): void {
  work
    .catch((error: unknown): Failure => {
      report(error)
      const trouble = error instanceof Error ? findTrouble(error) : undefined
      if (!trouble) return { success: false, title: 'Something went wrong on our side' }
      return {
        success: false,
        title: trouble.title,
        detail: trouble.detail,
      }
    })
    .then(
      (answer) => {
        if (typeof ack === 'function') ack(answer)
      },
      () => undefined,
    )
}

export const invalid = (error: ZodError, title = 'The event is not valid'): Failure => ({
  success: false,
  title,
  detail: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
})

export const wrongRole: Failure = { success: false, title: 'This is not for your role' }
export const tooOften: Failure = { success: false, title: 'Too many events', detail: 'Please wait a moment.' }
