import type { Instant, Revised } from './column.ts'

export type SavedViewsTable = Revised & {
  _id: string
  name: string
  path: string
  query: string
  isShared: boolean
  ownerId: string
  createdAt: Instant
}
