import { getRows } from '@interline/shared/api'
import type { AuditActor, AuditEntry } from '@interline/shared/contract'

export const auditPath = '/admin/audit'

/** GET /admin/audit, as any version of the backend may deliver it: each field can be missing. */
export type EntryRow = Partial<AuditEntry>

/** GET: the administrators, whose acts can be asked for. */
export const readActors = async (signal: AbortSignal) =>
  (await getRows<Partial<AuditActor>>('/admin/audit/actors', {}, signal)).rows

/** The newest entry that these parameters keep, which has the names of its person and subject. */
export async function readNewest(query: Record<string, string>, signal: AbortSignal): Promise<EntryRow | null> {
  const { rows } = await getRows<EntryRow>(auditPath, { ...query, page: 1, page_size: 1 }, signal)
  return rows[0] ?? null
}
