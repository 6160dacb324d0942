import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { devOrigin, partName } from '../../schema/index.ts'
import { readJsonIfThere } from '../../schema/read-json.ts'
import type { ReleaseStore } from './store.ts'
import { writeJson } from '../files/write-file.ts'

/** What an installation allows: `policy.json`; every setting has a default. */
const policyFile = z.strictObject({
  /** JavaScript and styles of one remote, before compression. */
  maxBytes: z.number().int().positive().default(1_500_000),
  /** How many of the last releases keep their artifacts when `gc` removes what is not needed. */
  keepReleases: z.number().int().positive().default(10),
  /** So many failures that pages report put a canary on hold. */
  holdAfter: z.number().int().positive().default(5),
  /** Refuse what the skew matrix did not try. */
  requireEvidence: z.boolean().default(false),
  /** Remotes whose styles and code may reach beyond what is their own. */
  reachesPage: z.array(partName).default([]),
  /** Origins that a grant may run a part from while it is developed. */
  devOrigins: z.array(devOrigin).default([]),
})
type Policy = z.infer<typeof policyFile>

const fileOf = (store: Pick<ReleaseStore, 'folder'>) => join(store.folder, 'policy.json')

export function readPolicy(store: Pick<ReleaseStore, 'folder'>): Policy {
  return readJsonIfThere(fileOf(store), policyFile) ?? policyFile.parse({})
}

/** Puts an origin on the list of an installation, with whatever else its policy says. Returns whether it was new. */
export function allowDevOrigin(store: Pick<ReleaseStore, 'folder'>, origin: string): boolean {
  const { devOrigins } = readPolicy(store)
  if (devOrigins.includes(origin)) return false
  const file = fileOf(store)
  const written = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}
  writeJson(file, { ...written, devOrigins: [...devOrigins, devOrigin.parse(origin)] })
  return true
}
