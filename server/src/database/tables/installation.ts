import type { Instant, Json } from './column.ts'

/** All that a changing request with an `Idempotency-Key` was answered, for who sends it again. */
export type RepeatableAnswersTable = {
  callerId: string
  key: string
  requestHash: string
  answer: Json
  createdAt: Instant
}

/** All that this installation made up for itself once, e.g. the key that signs document links. */
export type InstallationTable = { name: string; value: string }
