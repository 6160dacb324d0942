import type { Descriptor, ReleaseDraft } from '../../schema/index.ts'
import { checkBudget, readBudgets } from '../budget/budgets.ts'
import { pinnedParts, type Pinned } from '../pinned-parts.ts'
import type { Plan } from '../plan.ts'
import { readPolicy } from '../policy.ts'
import type { ReleaseStore } from '../store.ts'
import { lackingCalls, readApi } from './backend.ts'
import { sharedNames } from './chunk-names.ts'
import { changedFiles } from './files.ts'
import { findingsOf, type Finding } from './finding.ts'
import { unservedFiles } from './http.ts'
import { unhashedFiles } from './named-files.ts'
import { overweight } from './size.ts'
import { checkSkew } from './skew.ts'
import { checkTogether } from './together.ts'

export type FolderOf = (what: Descriptor) => string

/** What can be checked without a network: the whole release together, and the files of the parts that change, and what the skew matrix found. */
export function checkPlan(store: ReleaseStore, plan: Plan, folderOf: FolderOf = (what) => store.artifactPath(what)): Finding[] {
  const { next, parts } = plan
  const { maxBytes } = readPolicy(store)
  const budgets = readBudgets(store)
  const own = changing(next, parts).flatMap(([part, { descriptor }]) => [
    ...findingsOf(part, 'hashes', unhashedFiles(descriptor)),
    ...findingsOf(part, 'files', changedFiles(folderOf(descriptor), descriptor)),
    ...findingsOf(part, 'chunk names', sharedNames(folderOf(descriptor), descriptor)),
    ...findingsOf(part, 'size', overweight(descriptor, maxBytes)),
    ...checkBudget(budgets, plan, descriptor, folderOf(descriptor)),
  ])
  return [...checkTogether(next), ...own, ...checkSkew(store, plan)]
}

/** What needs a network: the files of the parts that change, from their origins, and their calls, from the API's own document. */
export async function checkServed({ next, parts }: Pick<Plan, 'next' | 'parts'>, { http, api }: { http: boolean; api: string | undefined }): Promise<Finding[]> {
  const shellOrigin = new URL(next.shell.url).origin
  const known = api === undefined ? null : await readApi(api)
  const found = changing(next, parts).map(async ([part, pinned]) => [
    ...(http ? findingsOf(part, 'http', await unservedFiles(pinned, shellOrigin)) : [skipped(part, 'http', 'not downloaded')]),
    ...(known ? findingsOf(part, 'backend calls', lackingCalls(pinned.descriptor, known)) : [skipped(part, 'backend calls', 'not compared: the API was not named')]),
  ])
  return (await Promise.all(found)).flat()
}

const changing = (release: ReleaseDraft, parts: string[]): [string, Pinned][] => Object.entries(pinnedParts(release)).filter(([part]) => parts.includes(part))

const skipped = (part: string, check: string, reason: string): Finding => ({ part, check, state: 'skipped', reason })
