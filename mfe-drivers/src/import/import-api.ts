import { api, postForAnswer } from '@interline/shared/api'
import type { ImportedRow, ImportRow } from '@interline/shared/contract'

const path = '/admin/drivers/import'

type Answer = { data: ImportedRow[] }

/** What importing these rows would do; at most 100. */
export const checkRows = async (rows: ImportRow[], signal: AbortSignal) =>
  (await api.post<Answer>(`${path}/check`, { rows }, { signal })).data

/** Imports these rows, at most 100; the same call again after its answer was lost has one effect. */
export const importRows = async (import_id: string, rows: ImportRow[]) =>
  (await postForAnswer<Answer>(path, { import_id, rows })).data
