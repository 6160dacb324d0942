import type { ColumnType } from 'kysely'
import type { DriverFileField } from '@interline/shared/contract'
import type { Instant } from './column.ts'

/** A document that somebody has, or had in the last 30 days. */
export type DocumentsTable = {
  /** The key of its file: `uploads/<hex>.<ext>`. */
  key: string
  personId: string
  kind: DriverFileField | 'state_id' | 'profile_picture'
  /** The name of the file where it came from; null where that is not known. */
  name: string | null
  sha256: string | null
  /** A day. Read it as text: drivers of the database make an instant of it. */
  expiresOn: ColumnType<unknown, string | null | undefined, string | null>
  replacedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  replacedBy: ColumnType<string | null, string | null | undefined, string | null>
}

/** Keys of files that no row names: they are about to be written, or to be removed. */
export type UnfiledDocumentsTable = { key: string; at: Instant }
