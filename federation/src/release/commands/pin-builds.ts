import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactFolder, type Descriptor } from '../../schema/index.ts'
import { findBuild, type Found } from '../artifact-store/find-build.ts'
import { takeIn } from '../artifact-store/take-in.ts'
import type { Plan } from '../plan.ts'
import type { ReleaseStore } from '../store.ts'
import type { Answer } from './answer.ts'
import { carryOut, type How } from './carry-out.ts'
import { manager } from './desk.ts'

/** Finds the builds that pins mean, here and in their teams' stores, plans a release with them and carries it out. What a dry run fetches is thrown away. */
export async function pinBuilds(store: ReleaseStore, pins: string[], planWith: (parts: Descriptor[]) => Plan, how: How): Promise<Answer> {
  const downloads = mkdtempSync(join(tmpdir(), 'interline-pin-'))
  try {
    const found: Found[] = []
    for (const wanted of pins) found.push(await findBuild(store, wanted, downloads, { offline: !how.http }))
    const plan = planWith(found.map(({ descriptor }) => descriptor))
    if (!how.dryRun) await takeIn(store, found, manager())
    const folderOf = (what: Descriptor) => found.find(({ descriptor }) => how.dryRun && descriptor === what)?.folder ?? store.artifactPath(what)
    return withFetched(await carryOut(store, plan, { ...how, folderOf }), found, how.dryRun)
  } finally {
    rmSync(downloads, { recursive: true })
  }
}

function withFetched(answer: Answer, found: Found[], dryRun: boolean): Answer {
  const fetched = found.flatMap(({ descriptor, from }) => (from === null ? [] : [{ part: descriptor.name, artifact: artifactFolder(descriptor), from }]))
  const lines = fetched.map(({ part, artifact, from }) => `${part}@${artifact} ${dryRun ? 'would be' : 'was'} fetched from ${from}`)
  return { ...answer, text: [...lines, answer.text].join('\n').trim(), json: { ...answer.json, fetched } }
}
