import { z } from 'zod'

const idleMinutes = z.number().int().min(5).max(1440)
/** A hundred years at most. */
const retentionDays = z.number().int().min(30).max(36_500)

/** An installation asks this of its administrators: GET /admin/policy. */
export const policy = z.object({
  second_factor_required: z
    .boolean()
    .describe('An administrator without a second factor sets one up before anything else.'),
  idle_minutes: idleMinutes.nullable().describe('A session that was not used for so long ends; null for never.'),
  audit_retention_days: retentionDays
    .nullable()
    .describe('Entries of the audit that are older are removed; null for never.'),
  revision: z.number().int().describe('How often it was changed.'),
})
export type Policy = z.infer<typeof policy>

/** As long as nobody set anything else. */
export const defaultPolicy: Policy = {
  second_factor_required: false,
  idle_minutes: null,
  audit_retention_days: null,
  revision: 0,
}

/**
 * POST /admin/policy: what is to change, and the `revision` that the person saw. It answers the whole policy. 400 names
 * a setting that is not known; 409 when somebody else changed the policy after that revision.
 */
export const changePolicy = z.strictObject(policy.shape).partial()
export type ChangePolicy = z.infer<typeof changePolicy>
