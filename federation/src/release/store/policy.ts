import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { devOrigin } from '../../schema/index.ts'
import { readJsonIfThere } from '../../schema/read-json.ts'
import type { ReleaseStore } from './store.ts'
import { writeJson } from '../files/write-file.ts'

/** What an installation allows: `policy.json`; every setting has a default. */
const policyFile = z.strictObject({
  /** Origins that a grant may run a part from while it is developed. */
  devOrigins: z.array(devOrigin).default([]),
})
export type Policy = z.infer<typeof policyFile>

const fileOf = (store: Pick<ReleaseStore, 'folder'>) => join(store.folder, 'policy.json')

export const readPolicy = (store: Pick<ReleaseStore, 'folder'>): Policy => readPolicyFile(store).policy

/** What `policy.json` says, checked and as it is written. */
function readPolicyFile(store: Pick<ReleaseStore, 'folder'>): { policy: Policy; written: WrittenPolicy } {
  const file = fileOf(store)
  const policy = readJsonIfThere(file, policyFile) ?? policyFile.parse({})
  return { policy, written: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as WrittenPolicy) : {} }
}
type WrittenPolicy = Record<string, unknown>

/** Puts an origin on the list of an installation, with whatever else its policy says. Returns whether it was new. */
export function allowDevOrigin(store: Pick<ReleaseStore, 'folder'>, origin: string): boolean {
  const { policy, written } = readPolicyFile(store)
  const { devOrigins } = policy
  if (devOrigins.includes(origin)) return false
  writeJson(fileOf(store), { ...written, devOrigins: [...devOrigins, devOrigin.parse(origin)] })
  return true
}
