import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { devOrigin, partName } from '../../schema/index.ts'
import { parseJson, readJsonIfThere } from '../../schema/read-json.ts'
import { ManagerChain, type ManagersChange } from '../managers/chain.ts'
import type { ReleaseStore } from './store.ts'
import { writeJson } from '../files/write-file.ts'

/**
 * What an installation allows: `policy.json`; every setting has a default. With named managers that is what they
 * adopted of it last.
 */
const policyFile = z.strictObject({
  /** JavaScript and styles of one remote, before compression. */
  maxBytes: z.number().int().positive().default(1_500_000),
  /** How many of the last releases keep their artifacts when `gc` removes what is not needed. */
  keepReleases: z.number().int().positive().default(10),
  /** So many failures that pages report put a canary on hold. */
  holdAfter: z.number().int().positive().default(5),
  /** Remotes whose styles and code may reach beyond what is their own. */
  reachesPage: z.array(partName).default([]),
  /** Origins that a grant may run a part from while it is developed. */
  devOrigins: z.array(devOrigin).default([]),
  /** How many managers must agree to what people get; more than one needs named managers. */
  approvals: z.number().int().positive().default(1),
})
export type Policy = z.infer<typeof policyFile>

const fileOf = (store: Pick<ReleaseStore, 'folder'>) => join(store.folder, 'policy.json')

export function readPolicy(store: Pick<ReleaseStore, 'folder'>): Policy {
  const chain = new ManagerChain(store.folder)
  const { policy } = chain.read()
  return policy === null ? readPolicyFile(store).policy : parseJson(chain.file, JSON.stringify(policy), policyFile)
}

/** What `policy.json` says, checked and as it is written; with named managers it is only what they may adopt. */
export function readPolicyFile(store: Pick<ReleaseStore, 'folder'>): { policy: Policy; written: WrittenPolicy } {
  const file = fileOf(store)
  const policy = readJsonIfThere(file, policyFile) ?? policyFile.parse({})
  return { policy, written: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as WrittenPolicy) : {} }
}
type WrittenPolicy = NonNullable<ManagersChange['policy']>

/** Puts an origin on the list of an installation, with whatever else its policy says. Returns whether it was new. */
export function allowDevOrigin(store: Pick<ReleaseStore, 'folder'>, origin: string): boolean {
  const { policy, written } = readPolicyFile(store)
  const { devOrigins } = policy
  if (devOrigins.includes(origin)) return false
  writeJson(fileOf(store), { ...written, devOrigins: [...devOrigins, devOrigin.parse(origin)] })
  return true
}
