import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import {
  inlineJson,
  releaseSignature,
  type Descriptor,
  type PinnedRemote,
  type ReleaseDraft,
} from '../../schema/index.ts'
import { readJson } from '../../schema/read-json.ts'
import type { ReleaseStore } from '../store/store.ts'
import { writeJson } from '../files/write-file.ts'
import { buildOf, evidence, pairName, type Evidence } from './evidence.ts'

const signedEvidence = z.strictObject({ evidence, signature: releaseSignature })

/** What is known of a pair of builds. `none` says why what is there does not count. */
type Known = { state: 'ok' | 'failed'; evidence: Evidence } | { state: 'none'; reason: string }

const roomOf = (store: ReleaseStore) => join(store.folder, 'evidence')

type Pair = { shell: { artifact: string }; remote: { part: string; artifact: string } }
const fileOf = (store: ReleaseStore, { shell, remote }: Pair) =>
  join(roomOf(store), shell.artifact, `${remote.part}@${remote.artifact}.json`)

/**
 * The evidence for a build of a remote in a build of the shell: of these very bytes, and as this installation signed
 * it.
 */
export function readEvidence(store: ReleaseStore, shell: Descriptor, remote: Descriptor): Known {
  const pair = { shell: { ...buildOf(shell), part: 'shell' as const }, remote: buildOf(remote) }
  const file = fileOf(store, pair)
  if (!existsSync(file)) return { state: 'none', reason: `no evidence for ${pairName(pair)}` }
  try {
    const found = readFileOf(store, file)
    const other = (['shell', 'remote'] as const).find(
      (side) => JSON.stringify(found[side]) !== JSON.stringify(pair[side]),
    )
    return other
      ? { state: 'none', reason: `the evidence for ${pairName(pair)} is of other bytes of ${pair[other].part}` }
      : { state: found.result, evidence: found }
  } catch (error) {
    return {
      state: 'none',
      reason: `the evidence for ${pairName(pair)} does not count: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

/** Whether the matrix saw a build of a remote fail in the shell of a release. */
export const hasFailed = (store: ReleaseStore, { shell }: Pick<ReleaseDraft, 'shell'>, remote: PinnedRemote): boolean =>
  readEvidence(store, shell.descriptor, remote.descriptor).state === 'failed'

function readFileOf(store: ReleaseStore, file: string): Evidence {
  const { evidence: found, signature } = readJson(file, signedEvidence)
  store.keys.verify(file, inlineJson(found), signature)
  if (store.keys.all().find(({ id }) => id === signature.keyId)?.retiredAt)
    throw new Error(`${file}: is signed by key ${signature.keyId}, which is retired`)
  return found
}

/** Signs and writes the evidence of a pair, in place of what there was; the caller holds the change lock. */
export function writeEvidence(store: ReleaseStore, one: Evidence) {
  const file = fileOf(store, one)
  mkdirSync(dirname(file), { recursive: true })
  const whole = evidence.parse(one)
  writeJson(file, { evidence: whole, signature: store.keys.sign(inlineJson(whole)) })
}

/**
 * Every file of evidence by its place, `SHELL-ARTIFACT/REMOTE@ARTIFACT.json`, and what is in it, or why that does not
 * count.
 */
export function allEvidence(store: ReleaseStore): { file: string; evidence: Evidence | null; reason: string }[] {
  return filesOf(store).map((file) => {
    try {
      return { file, evidence: readFileOf(store, join(roomOf(store), file)), reason: '' }
    } catch (error) {
      return { file, evidence: null, reason: error instanceof Error ? error.message : String(error) }
    }
  })
}

/** Removes the evidence of builds that are not stored any more. */
export function removeUnneededEvidence(store: ReleaseStore, isStored: (part: string, artifact: string) => boolean) {
  for (const file of filesOf(store)) {
    const [shell = '', part = '', artifact = ''] = file.replace(/\.json$/, '').split(/[/@]/)
    if (isStored('shell', shell) && isStored(part, artifact)) continue
    rmSync(join(roomOf(store), file))
    if (readdirSync(join(roomOf(store), shell)).length === 0) rmdirSync(join(roomOf(store), shell))
  }
}

function filesOf(store: ReleaseStore): string[] {
  if (!existsSync(roomOf(store))) return []
  return readdirSync(roomOf(store))
    .sort()
    .flatMap((shell) =>
      readdirSync(join(roomOf(store), shell))
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => `${shell}/${name}`),
    )
}
