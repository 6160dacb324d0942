import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactFolder, type Descriptor } from '../../../schema/index.ts'
import { findBuild, incomingOf, type Found } from '../../artifacts/find-build.ts'
import type { Plan } from '../../checks/planned-release.ts'
import type { IncomingBuild } from '../../commit/import-build.ts'
import type { Intent } from '../../plan/plan.ts'
import type { SkewReport } from '../../skew/skew-report.ts'
import { compressBeside } from '../../store/compress.ts'
import type { ReleaseStore } from '../../store/store.ts'
import { manager, openStore } from '../text/options.ts'
import type { Answer, CommandContext } from '../text/output.ts'
import { applyPlan, stays } from './apply-plan.ts'

/** The options of an act. `offline` asks no origin and no store, `api` is the API whose calls are compared. */
export type ActOptions = {
  reason: string
  expect?: number
  skew?: SkewReport
  dryRun?: boolean
  offline?: boolean
  api?: string | undefined
}

/** The change that an act makes: the builds that it names, and the plan with them; null when all is so already. */
export type Change = {
  pins?: string[]
  plan: (store: ReleaseStore, intent: Intent, parts: Descriptor[]) => Plan | null
}

/**
 * The one way of each act that makes a release: it finds the builds, here and in their teams' stores, plans, makes the
 * checks that need a network, then those of the store while nobody else writes, and commits. What was downloaded is
 * imported together with the release; of a refused act or a dry run nothing is kept.
 */
export async function act(
  context: CommandContext,
  { reason, expect, skew, dryRun = false, offline = false, api }: ActOptions,
  { pins = [], plan: planWith }: Change,
): Promise<Answer> {
  const store = openStore(context)
  const intent = {
    reason,
    by: manager(context),
    ...(skew && { skew }),
    ...(expect !== undefined && { expect }),
  }
  const downloads = mkdtempSync(join(tmpdir(), 'interline-pin-'))
  try {
    const found: Found[] = []
    for (const wanted of pins) found.push(await findBuild(store, wanted, downloads, { offline, env: context.env }))
    const parts = found.map(({ descriptor }) => descriptor)
    const plan = planWith(store, intent, parts)
    if (!plan) return nothingToDo(store)
    const incoming = incomingOf(found)
    if (!dryRun) for (const { folder, descriptor } of incoming) await compressBeside(folder, descriptor.files)
    return withFetched(await applyPlan(store, plan, { dryRun, offline, api, incoming }), incoming)
  } finally {
    rmSync(downloads, { recursive: true })
  }
}

function nothingToDo(store: ReleaseStore): Answer {
  const live = store.live()
  const release = live?.number ?? 0
  const lines = [`release ${release} has these pins; nothing to do`, ...(live ? stays(store, live.off) : [])]
  return { text: lines.join('\n'), json: { release, changes: false } }
}

function withFetched(answer: Answer, incoming: IncomingBuild[]): Answer {
  const isRefused = (answer.refused ?? []).length > 0
  const isDry = answer.json.dryRun === true
  const fetched = (isRefused && !isDry ? [] : incoming).map(({ descriptor, from }) => ({
    part: descriptor.name,
    artifact: artifactFolder(descriptor),
    from,
  }))
  const lines = fetched.map(
    ({ part, artifact, from }) => `${part}@${artifact} ${isDry ? 'would be' : 'was'} fetched from ${from}`,
  )
  return { ...answer, text: [...lines, answer.text].join('\n').trim(), json: { ...answer.json, fetched } }
}
