import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../schema/read-json.ts'
import type { ReleaseStore } from './store.ts'

/** What an installation allows: `policy.json`; every setting has a default. */
const policyFile = z.strictObject({
  /** JavaScript and styles of one remote, before compression. */
  maxBytes: z.number().int().positive().default(1_500_000),
  /** How many of the last releases keep their artifacts when `gc` removes what is not needed. */
  keepReleases: z.number().int().positive().default(10),
  /** So many failures that pages tell of put a canary on hold. */
  holdAfter: z.number().int().positive().default(5),
  /** Refuse what the skew matrix did not try. */
  requireEvidence: z.boolean().default(false),
})
export type Policy = z.infer<typeof policyFile>

export function readPolicy(store: ReleaseStore): Policy {
  const file = join(store.folder, 'policy.json')
  return existsSync(file) ? readJson(file, policyFile) : policyFile.parse({})
}
