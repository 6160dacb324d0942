import { randomBytes } from 'node:crypto'
import type { DriverFileField } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import { fileDocuments } from '../../repositories/documents.ts'

/** Gives a driver a document in the database alone. */
export const giveDocument = (db: Database, driverId: string, kind: DriverFileField): Promise<void> =>
  db.transaction().execute((tx) => {
    const key = `uploads/${randomBytes(16).toString('hex')}.pdf`
    return fileDocuments(tx, driverId, [{ kind, key, name: null, sha256: key }], driverId)
  })
