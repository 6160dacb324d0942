import type { ViewPath } from '@interline/shared/contract'
import type { Instant } from './column.ts'

export type SavedViewsTable = {
  _id: string
  name: string
  path: ViewPath
  query: string
  isShared: boolean
  ownerId: string
  createdAt: Instant
}
