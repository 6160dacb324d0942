import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { approval, type Approval, type Release } from '../../schema/index.ts'
import { jsonOf, parseJson, readJsonIfThere, readText } from '../../schema/read-json.ts'
import { canonical, sha256 } from '../files/canonical.ts'
import { writeJson } from '../files/write-file.ts'
import { ReleaseError } from '../report/release-error.ts'
import { countApprovals, type Manager } from './approval.ts'
import { keyIdOf } from './manager-key.ts'

export const managerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._@-]{0,59}$/, 'must be lower-case letters, digits, dots, dashes or an address of mail')

/** One change of who decides, or of the policy that is in force. The first adds the first manager. */
const change = z.strictObject({
  add: z.strictObject({ name: managerName, publicKey: z.base64().length(44) }).optional(),
  remove: managerName.optional(),
  /** All that `policy.json` said when it was adopted. */
  policy: z.record(z.string(), z.json()).optional(),
})
export type ManagersChange = z.infer<typeof change>

const hex = z.string().regex(/^[0-9a-f]{64}$/)
const entry = z.strictObject({
  number: z.number().int().positive(),
  change,
  /** Id of the change before; zeros for the first. */
  previous: hex,
  approvals: z.array(approval).min(1),
})
const loggedChange = z.object({ action: z.literal('managers'), changes: z.array(z.object({ to: hex })) })
const chainFile = z.array(entry).min(1)

/** Who decides, after a change: `head` is its id. */
export type Managers = {
  managers: Manager[]
  removed: Manager[]
  policy: Record<string, unknown> | null
  count: number
  head: string
}

const checked = new Map<string, { text: string | null; states: Managers[] }>()

const nobody: Managers = { managers: [], removed: [], policy: null, count: 0, head: '0'.repeat(64) }

/** How many managers must agree, as a policy says; one without managers is asked for nothing. */
export function approvalsOf(policy: unknown): number {
  const asked = z.object({ approvals: z.number().int().positive().default(1) }).safeParse(policy ?? {})
  return asked.success ? asked.data.approvals : Infinity
}

/** The id of a change is its plan's: managers approve it as they approve a release. */
export const changeId = (made: ManagersChange, { count, head }: Managers) =>
  sha256(canonical({ kind: 'managers', number: count + 1, change: made, previous: head }))

/**
 * `managers.json`: who the managers of an installation are, as a chain of changes. Each was approved by as many
 * managers as the policy before it asks for, so nobody weakens it alone; every reader checks that from the first on.
 */
export class ManagerChain {
  readonly file: string
  private readonly log: string

  constructor(folder: string) {
    this.file = join(folder, 'managers.json')
    this.log = join(folder, 'log.jsonl')
  }

  /** Throws a sentence that names the change that was not approved as it must. */
  read(): Managers {
    return this.states().at(-1) ?? nobody
  }

  /** The same for who is about to decide: refused too when the log or the live release names a change that is gone. */
  readWhole(live: Pick<Release, 'number' | 'decision'> | null): Managers {
    const heads = this.states().map(({ head }) => head)
    const named = [
      { by: 'log.jsonl', head: this.lastLogged() },
      { by: `release ${live?.number ?? 0}`, head: live?.decision?.managers },
    ].find(({ head }) => head !== undefined && !heads.includes(head))
    if (named) throw new ReleaseError(`${this.file}: lacks a change that ${named.by} names; restore it from a backup`)
    return this.read()
  }

  private lastLogged(): string | undefined {
    const lines = existsSync(this.log) ? readText(this.log).split('\n') : []
    return lines
      .flatMap((line) => loggedChange.safeParse(jsonOf(line)).data ?? [])
      .at(-1)
      ?.changes.at(-1)?.to
  }

  /** Who decided, after each change. A text that was checked is not checked again: pages ask for the policy. */
  states(): Managers[] {
    const text = existsSync(this.file) ? readText(this.file) : null
    const known = checked.get(this.file)
    if (known && known.text === text) return known.states
    const states = text === null ? [] : this.check(parseJson(this.file, text, chainFile))
    checked.set(this.file, { text, states })
    return states
  }

  private check(entries: z.infer<typeof chainFile>): Managers[] {
    const states: Managers[] = []
    for (const { number, change: made, previous, approvals } of entries) {
      const before = states.at(-1) ?? nobody
      if (number !== before.count + 1 || previous !== before.head)
        this.refuse(number, `does not follow change ${before.count}: one of them was altered or removed`)
      const { valid, problems } = countApprovals(changeId(made, before), approvals, whoMayApprove(made, before))
      const needed = approvalsOf(before.policy)
      if (valid.length < needed)
        this.refuse(number, [`has ${valid.length} of ${needed} approvals`, ...problems].join('; '))
      states.push(after(made, before))
    }
    return states
  }

  /** Appends a change with its approvals; who calls holds the change lock and has checked them. */
  append(made: ManagersChange, approvals: Approval[]) {
    const { count, head } = this.read()
    const entries = readJsonIfThere(this.file, chainFile) ?? []
    writeJson(this.file, [...entries, { number: count + 1, change: made, previous: head, approvals }])
  }

  private refuse(number: number, why: string): never {
    throw new ReleaseError(`${this.file}: change ${number} ${why}; restore it from a backup`)
  }
}

const managerOf = ({ name, publicKey }: { name: string; publicKey: string }): Manager => ({
  name,
  keyId: keyIdOf(publicKey),
  publicKey,
})

/** The first manager approves the change that makes them one. */
export const whoMayApprove = ({ add }: ManagersChange, before: Managers): Manager[] =>
  before.count === 0 && add ? [managerOf(add)] : before.managers

/** Who decides after a change. Throws when it cannot be made, such as when fewer would remain than must agree. */
export function after(made: ManagersChange, before: Managers): Managers {
  const { add, remove } = made
  if (before.count === 0 && (!add || !made.policy)) throw new ReleaseError('the first change adds the first manager')
  const added = add ? [managerOf(add)] : []
  const taken = added.flatMap(({ name, keyId }) =>
    [...before.managers, ...before.removed].filter((one) => one.keyId === keyId || one.name === name),
  )[0]
  if (taken)
    throw new ReleaseError(`${taken.name} is or was a manager with key ${taken.keyId}; take another name and key`)
  const leaving = before.managers.filter(({ name }) => name === remove)
  if (remove !== undefined && leaving.length === 0)
    throw new ReleaseError(`there is no manager "${remove}"; there is: ${namesOf(before) || 'none'}`)
  const managers = [...before.managers.filter((one) => !leaving.includes(one)), ...added]
  const policy = made.policy ?? before.policy
  if (approvalsOf(policy) > managers.length)
    throw new ReleaseError(
      `the policy asks for ${approvalsOf(policy)} approvals, and there would be ${managers.length} of managers; a change could never be approved again`,
    )
  return {
    managers,
    removed: [...before.removed, ...leaving],
    policy,
    count: before.count + 1,
    head: changeId(made, before),
  }
}

export const namesOf = ({ managers }: Managers) => managers.map(({ name }) => name).join(', ')
