import type { Descriptor, Release } from '../../schema/index.ts'
import { pinnedParts, type Pinned } from '../store/pinned-parts.ts'
import type { Plan } from './planned-release.ts'
import type { ReleaseStore } from '../store/store.ts'
import { lackingCalls, readApi } from './backend.ts'
import { sharedNames } from './artifact/chunk-names.ts'
import { checkStyles } from './artifact/styles.ts'
import { changedFiles } from './artifact/files.ts'
import { resultsOf, type CheckResult } from '../report/check-report.ts'
import { unservedFiles } from './artifact/http.ts'
import { unhashedFiles } from './artifact/named-files.ts'
import { overweight } from './artifact/weigh.ts'
import { checkSettings } from './settings.ts'
import { checkHold } from './hold.ts'
import { checkSkew } from './skew.ts'
import { otherPageFormat } from './page-format.ts'
import { checkCompatibility } from './compatibility.ts'

/**
 * The checks that read the store: the whole release together, the files of the parts that change, and what the skew
 * matrix found. `folderOf` says where the files of a build are that is not in the store yet.
 */
export function checkPlan(
  store: ReleaseStore,
  plan: Plan,
  folderOf = (what: Descriptor) => store.artifactPath(what),
): CheckResult[] {
  const { next, parts } = plan
  const { reachesPage } = next
  const own = changing(next, parts).flatMap(([part, { descriptor }]) => [
    ...resultsOf(part, 'hashes', unhashedFiles(descriptor)),
    ...resultsOf(part, 'files', changedFiles(folderOf(descriptor), descriptor)),
    ...resultsOf(part, 'chunk names', sharedNames(folderOf(descriptor), descriptor)),
    ...checkStyles(plan, descriptor, folderOf(descriptor), reachesPage),
    ...resultsOf(part, 'size', overweight(descriptor)),
  ])
  return [
    ...resultsOf('shell', 'page format', otherPageFormat(next.shell.descriptor)),
    ...checkCompatibility(next),
    ...checkSettings(next),
    ...own,
    ...checkSkew(plan),
    ...checkHold(store, plan),
  ]
}

/**
 * Checks what needs a network: the files of the parts that change, from their origins, and their calls, from the API's
 * own document.
 */
export async function checkServed(
  { next, parts }: Pick<Plan, 'next' | 'parts'>,
  { offline, api }: { offline: boolean; api: string | undefined },
): Promise<CheckResult[]> {
  const shellOrigin = new URL(next.shell.url).origin
  const known = api === undefined ? null : await readApi(api)
  const found = changing(next, parts).map(async ([part, pinned]) => [
    ...(offline
      ? [skipped(part, 'http', 'not downloaded')]
      : resultsOf(part, 'http', await unservedFiles(pinned, shellOrigin))),
    ...(known
      ? resultsOf(part, 'backend calls', lackingCalls(pinned.descriptor, known))
      : [skipped(part, 'backend calls', 'not compared: the API was not named')]),
  ])
  return (await Promise.all(found)).flat()
}

const changing = (release: Release, parts: string[]): [string, Pinned][] =>
  Object.entries(pinnedParts(release)).filter(([part]) => parts.includes(part))

const skipped = (part: string, check: string, reason: string): CheckResult => ({
  part,
  check,
  state: 'skipped',
  reason,
})
