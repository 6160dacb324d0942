import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { approval } from '../../schema/index.ts'
import { FileError, readJson } from '../../schema/read-json.ts'
import { canonical, sha256 } from '../files/canonical.ts'
import { writeJson } from '../files/write-file.ts'
import { ReleaseError } from '../report/release-error.ts'

const planFile = z.strictObject({
  proposedBy: z.string(),
  at: z.iso.datetime(),
  reason: z.string(),
  /** All that is hashed into the plan's id: what managers approve. */
  content: z.looseObject({ kind: z.enum(['release', 'managers']) }),
  /** What it does, in words. */
  summary: z.string(),
  approvals: z.array(approval),
})
export type ProposedPlan = z.infer<typeof planFile>

const roomOf = (folder: string) => join(folder, 'plans')
const fileOf = (folder: string, id: string) => join(roomOf(folder), `${id}.json`)

/** A plan that waits for approvals, `plans/ID.json`; null when nobody proposed it. */
export function readPlan(folder: string, id: string): ProposedPlan | null {
  const file = fileOf(folder, id)
  if (!existsSync(file)) return null
  const plan = readJson(file, planFile)
  if (sha256(canonical(plan.content)) !== id)
    throw new ReleaseError(`${file}: holds another plan than its name says: it was altered; propose it anew`)
  return plan
}

export function writePlan(folder: string, id: string, plan: ProposedPlan) {
  mkdirSync(roomOf(folder), { recursive: true })
  writeJson(fileOf(folder, id), plan)
}

/** Finds the plan whose id begins so. */
export function findPlan(folder: string, wanted: string): { id: string; plan: ProposedPlan } {
  const ids = plansIn(folder)
  const found = ids.filter((id) => id.startsWith(wanted))
  const [id] = found
  const plan = id !== undefined && found.length === 1 ? readPlan(folder, id) : null
  if (id !== undefined && plan) return { id, plan }
  throw new ReleaseError(
    found.length > 1
      ? `several plans begin with "${wanted}": ${found.join(', ')}`
      : `no plan "${wanted}" waits; there is: ${ids.join(', ') || 'none'}`,
  )
}

export const plansIn = (folder: string): string[] =>
  existsSync(roomOf(folder))
    ? readdirSync(roomOf(folder))
        .filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
        .map((name) => name.slice(0, 64))
        .sort()
    : []

/** Once a plan is carried out, no other of its kind can be: each was made from what was before. */
export function removePlans(folder: string, kind: ProposedPlan['content']['kind']) {
  for (const id of plansIn(folder)) if (kindOf(folder, id) === kind) rmSync(fileOf(folder, id), { force: true })
}

/** Null for a plan that cannot be read: nobody can apply it, and it keeps no release from going live. */
function kindOf(folder: string, id: string): string | null {
  try {
    return readJson(fileOf(folder, id), z.object({ content: z.object({ kind: z.string() }) })).content.kind
  } catch (error) {
    if (error instanceof FileError) return null
    throw error
  }
}
