import { join } from 'node:path'
import { z } from 'zod'
import { partName, type Descriptor } from '../../schema/index.ts'
import { readJsonIfThere } from '../../schema/read-json.ts'
import { resultsOf, type CheckResult } from '../report/check-report.ts'
import type { Plan } from './planned-release.ts'
import type { ReleaseStore } from '../store/store.ts'
import { weigh, type Weight } from './artifact/weigh.ts'

/**
 * `budgets.json`: for each part the most bytes that its code may have, compressed as served, by what it is loaded for.
 * What else the file says is others' to read.
 */
const budgetsFile = z.object({ parts: z.record(partName, z.record(z.string(), z.number().int().nonnegative())) })
type Budgets = Record<string, Weight>

/** The budgets of an installation; none when it has no `budgets.json`. */
export function readBudgets(store: Pick<ReleaseStore, 'folder'>): Budgets {
  return readJsonIfThere(join(store.folder, 'budgets.json'), budgetsFile)?.parts ?? {}
}

/** One reason for each of a build's weights that is over its budget, or that has none while others of the part have. */
function overBudget(weight: Weight, budget: Weight): string[] {
  return Object.entries(weight).flatMap(([what, bytes]) => {
    const allowed = budget[what] ?? 0
    return bytes <= allowed
      ? []
      : [`its code for "${what}" is ${bytes} bytes compressed, budgets.json allows ${allowed}`]
  })
}

/** One reason for each weight of a published build that is over the budget of its installation. */
export function overItsBudget(store: ReleaseStore, descriptor: Descriptor): string[] {
  const budget = readBudgets(store)[descriptor.name]
  return budget ? overBudget(weigh(descriptor, store.artifactPath(descriptor)), budget) : []
}

/**
 * What the budgets of an installation say to a build that a plan brings. What was live already may come back, whatever
 * it weighs.
 */
export function checkBudget(
  budgets: Budgets,
  { action, overBudget: over }: Pick<Plan, 'action' | 'overBudget'>,
  descriptor: Descriptor,
  folder: string,
): CheckResult[] {
  const part = descriptor.name
  const skipped = (reason: string): CheckResult[] => [{ part, check: 'budget', state: 'skipped', reason }]
  const budget = budgets[part]
  if (!budget) return skipped('budgets.json says nothing of it')
  if (action !== 'pin' && action !== 'canary') return skipped('only what is new is held to it')
  if (over === 'allowed') return skipped('not held to it here')
  return resultsOf(part, 'budget', overBudget(weigh(descriptor, folder), budget))
}
