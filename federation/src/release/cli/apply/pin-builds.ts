import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactFolder, type Descriptor } from '../../../schema/index.ts'
import { findBuild, incomingOf, type Found } from '../../artifacts/find-build.ts'
import type { IncomingBuild } from '../../commit/import-build.ts'
import { compressBeside } from '../../store/compress.ts'
import type { Plan } from '../../checks/planned-release.ts'
import type { ReleaseStore } from '../../store/store.ts'
import type { Answer } from '../text/output.ts'
import { applyPlan, type ApplyOptions } from './apply-plan.ts'

/**
 * Finds the builds that pins mean, here and in their teams' stores, plans a release with them and applies the plan;
 * without a plan there is nothing to do. What was downloaded is imported together with the release; of a refused pin or
 * a dry run nothing is kept.
 */
export async function pinBuilds(
  store: ReleaseStore,
  pins: string[],
  planWith: (parts: Descriptor[]) => Plan | null,
  { env, ...how }: ApplyOptions & { env?: NodeJS.ProcessEnv },
): Promise<Answer> {
  const downloads = mkdtempSync(join(tmpdir(), 'interline-pin-'))
  try {
    const found: Found[] = []
    for (const wanted of pins) found.push(await findBuild(store, wanted, downloads, { offline: !how.http, env }))
    const plan = planWith(found.map(({ descriptor }) => descriptor))
    if (!plan) return nothingToDo(store)
    const incoming = incomingOf(found)
    if (!how.dryRun) for (const { folder, descriptor } of incoming) await compressBeside(folder, descriptor.files)
    return withFetched(await applyPlan(store, plan, { ...how, incoming }), incoming, how.dryRun)
  } finally {
    rmSync(downloads, { recursive: true })
  }
}

function nothingToDo(store: ReleaseStore): Answer {
  const release = store.liveNumber() ?? 0
  return { text: `release ${release} has these pins; nothing to do`, json: { release, changes: false } }
}

function withFetched(answer: Answer, incoming: IncomingBuild[], dryRun: boolean): Answer {
  const isRefused = (answer.refused ?? []).length > 0
  const imported = dryRun || !isRefused ? incoming : []
  const fetched = imported.map(({ descriptor, from }) => ({
    part: descriptor.name,
    artifact: artifactFolder(descriptor),
    from,
  }))
  const lines = fetched.map(
    ({ part, artifact, from }) => `${part}@${artifact} ${dryRun ? 'would be' : 'was'} fetched from ${from}`,
  )
  return { ...answer, text: [...lines, answer.text].join('\n').trim(), json: { ...answer.json, fetched } }
}
