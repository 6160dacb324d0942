import { idOf } from '@interline/shared/api'
import type { BulkActs } from '@interline/shared/table'
import { nameOf } from '../user-row.ts'
import type { UserRow } from '../user-row.ts'

/** Many users at once can be written to and exported. */
export const userActs: BulkActs<UserRow> = { nameOf, personOf: ({ _id }) => idOf(_id), acts: [] }
