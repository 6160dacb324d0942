import type { ViewPath } from '@interline/shared/contract'
import type { Instant, Revised } from './column.ts'

export type SavedViewsTable = Revised & {
  _id: string
  name: string
  path: ViewPath
  query: string
  isShared: boolean
  ownerId: string
  createdAt: Instant
}
