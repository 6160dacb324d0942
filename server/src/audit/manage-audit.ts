import { z } from 'zod'
import type { Database } from '../database/tables.ts'
import { readPolicy } from '../repositories/accounts/policy.ts'
import { publicAuditKey } from './audit-key.ts'
import { AuditCutError, cutAudit, dayOfPolicy, planCut } from './cut.ts'

/** What `npm run audit -- cut` asks for. `before` is a day such as 2026-01-31 (UTC); without it the policy says. */
export const auditCutAct = z.object({
  act: z.literal('cut-audit'),
  before: z.iso.date().optional(),
  dryRun: z.boolean(),
  by: z.string().min(1).max(200),
})
export type AuditCutAct = z.infer<typeof auditCutAct>

/** The newest entries that nobody removes, whatever the policy: what happened of late can be looked into. */
const leastDays = 30

const dayText = (at: Date) => at.toISOString().slice(0, 10)

/** Makes the cut that was asked for, or says what it would remove. Returns the lines to print. */
export async function manageAudit(
  db: Database,
  folder: string,
  { before, dryRun, by }: AuditCutAct,
): Promise<string[]> {
  const moment = await momentOf(db, before)
  const plan = await planCut(db, moment)
  if (!plan) return [`No entry is from before ${dayText(moment)}; nothing to remove.`]
  const count = plan.last - plan.first + 1
  const which = `${count} entries from before ${dayText(moment)}, number ${plan.first} to ${plan.last}`
  if (dryRun) return [`${which}, would be removed. Nothing was written.`]
  await cutAudit(db, { folder, before: moment, madeBy: by })
  return [
    `Removed ${which}.`,
    `They are in ${folder}; keep that folder in your backups.`,
    `The cut is signed with the key ${(await publicAuditKey(db)) ?? ''}`,
  ]
}

async function momentOf(db: Database, before: string | undefined): Promise<Date> {
  const { audit_retention_days: days } = await readPolicy(db)
  if (before === undefined) {
    if (days === null) throw new AuditCutError('the policy keeps the audit for ever; say --before DAY')
    return dayOfPolicy(days)
  }
  const moment = new Date(`${before}T00:00:00.000Z`)
  const newest = dayOfPolicy(days ?? leastDays)
  if (moment > newest)
    throw new AuditCutError(
      `--before ${before}: ${days === null ? `${leastDays} days are always kept` : `the policy keeps ${days} days`}; the last day it can be is ${dayText(newest)}`,
    )
  return moment
}
