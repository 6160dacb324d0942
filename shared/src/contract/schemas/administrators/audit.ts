import { z } from 'zod'
import { id, instant } from '../envelope.ts'
import { listQuery } from '../lists/query.ts'

const values = z.record(z.string(), z.unknown())

/**
 * One entry of the audit. `actor` is null for somebody who was not signed in, and its name for one who is gone.
 * `target` is what the act was about, with its name as far as it still exists.
 */
export const auditEntry = z.object({
  _id: id,
  sequence: z.number().int().describe('Its number, as `npm run audit -- verify` names it.'),
  createdAt: instant,
  actor: z.object({ _id: z.string(), full_name: z.string().nullable() }).nullable(),
  act: z.string().describe('What was done, e.g. `verify` or `sign-in`.'),
  resource: z.string().describe('To what kind of record, e.g. `driver`.'),
  target: z.object({ _id: z.string(), name: z.string().nullable() }).nullable(),
  before: values.nullable().describe('The fields as they were before the change.'),
  after: values.nullable().describe('The fields as they were after it, or what was asked for.'),
  is_hidden: z.boolean().optional().describe('Its fields and name are of a record that the caller may not read.'),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

const name = z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be a name in small letters')

/** Query of GET /admin/audit: the parameters of every list, and who, what and about which record. */
export const auditListQuery = listQuery.extend({
  actor_id: id.optional().describe('Keeps what one person did.'),
  act: name.optional(),
  resource: name.optional(),
  target_id: id.optional().describe('Keeps what was done to one record; with `resource`.'),
})
export type AuditListQuery = z.infer<typeof auditListQuery>

/** From when on the audit is kept: GET /admin/audit/kept. */
export const auditKept = z.object({
  since: instant.nullable().describe('The time of the oldest entry that is left; null for no entry.'),
  removed: z.number().int().describe('How many older entries were removed, all in all.'),
})
export type AuditKept = z.infer<typeof auditKept>

/** Somebody whose acts can be asked for: GET /admin/audit/actors. */
export const auditActor = z.object({ _id: id, full_name: z.string() })
export type AuditActor = z.infer<typeof auditActor>
