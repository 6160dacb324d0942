import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { partName } from '../../schema/index.ts'
import { parseJson, readJsonIfThere } from '../../schema/read-json.ts'
import { ManagerChain, type ManagersChange } from '../managers/chain.ts'
import type { ReleaseStore } from './store.ts'

/** With NODE_ENV=production, but not of what `npm start` built from one checkout, whose parts were tested together. */
const inProduction = 'in production'

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
  /** Refuse what the skew matrix did not try. */
  requireEvidence: z.union([z.boolean(), z.literal(inProduction)]).default(inProduction),
  /** Refuse builds that do not name the commit they are of, or were made from changed files. */
  requireProvenance: z.boolean().default(false),
  /** Repositories, as addresses, of which builds must be; empty for any. */
  repositories: z.array(z.url({ protocol: /^https?$/ })).default([]),
  /** Remotes whose styles and code may reach beyond what is their own. */
  reachesPage: z.array(partName).default([]),
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

/** Whether a policy refuses a plan that brings together what the skew matrix did not try. */
export const requiresEvidence = (
  { requireEvidence }: Policy,
  { isOfOneCheckout = false }: { isOfOneCheckout?: boolean },
) => (requireEvidence === inProduction ? process.env.NODE_ENV === 'production' && !isOfOneCheckout : requireEvidence)

/** What `policy.json` says, checked and as it is written; with named managers it is only what they may adopt. */
export function readPolicyFile(store: Pick<ReleaseStore, 'folder'>): { policy: Policy; written: WrittenPolicy } {
  const file = fileOf(store)
  const policy = readJsonIfThere(file, policyFile) ?? policyFile.parse({})
  return { policy, written: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as WrittenPolicy) : {} }
}
type WrittenPolicy = NonNullable<ManagersChange['policy']>
