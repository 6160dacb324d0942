import { z } from 'zod'
import { importCellLength, importFields, importRowsAtOnce } from '../driver-import.ts'
import { id } from './envelope.ts'

/**
 * A row of the file: `line` counts from 1, the headings, as a spreadsheet does; `cells` are the texts as they stand in
 * the file. A field without a cell stays as it is. `revision` is what the check answered.
 */
const importRow = z.object({
  line: z.number().int().min(1).max(1_000_000),
  revision: z.number().int().optional(),
  cells: z.partialRecord(z.enum(importFields), z.string().max(importCellLength)),
})
export type ImportRow = z.infer<typeof importRow>

const rows = z.array(importRow).min(1).max(importRowsAtOnce)

/** POST /admin/drivers/import/check: what importing these rows would do. Changes nothing. */
export const checkImport = z.object({ rows })

/** POST /admin/drivers/import. All calls of one import have the same `import_id`, which stands in the audit. */
export const importDrivers = z.object({ import_id: z.string().regex(/^[\w-]{8,64}$/), rows })

const named = z.object({ _id: id, full_name: z.string() })

/**
 * A row would do this, or has done it. `problems` say of each field why the row is refused. `same` are the values that
 * another driver or an earlier line has. `brings` are what other lines of the file may not bring too.
 */
export const importedRow = z.object({
  line: z.number().int(),
  outcome: z.enum(['create', 'change', 'unchanged', 'refused', 'duplicate']),
  driver: named.extend({ revision: z.number().int() }).nullable(),
  changes: z.array(
    z.object({ field: z.enum(importFields), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  same: z.array(z.object({ field: z.enum(importFields), driver: named.nullable(), line: z.number().int().nullable() })),
  brings: z.array(z.object({ field: z.enum(importFields), value: z.string() })),
})
export type ImportedRow = z.infer<typeof importedRow>
