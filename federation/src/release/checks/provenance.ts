import type { Descriptor } from '../../schema/index.ts'
import { resultsOf, type CheckResult } from '../report/check-report.ts'
import type { Policy } from '../store/policy.ts'
import type { Plan } from './planned-release.ts'

/**
 * Whether a build that a pin or canary brings says where it comes from, as the policy wants it. A rollback is held to
 * none: the way back must be open to what was live before there was such a policy.
 */
export function checkProvenance(
  part: string,
  { provenance }: Descriptor,
  { action }: Pick<Plan, 'action'>,
  policy: Pick<Policy, 'requireProvenance' | 'repositories'>,
): CheckResult[] {
  const from = provenance
    ? [`commit ${provenance.commit}`, provenance.repository, `built by ${provenance.builder}`]
        .filter(Boolean)
        .join(', ')
    : 'the build names no commit'
  const isHeld = action !== 'rollback' && (policy.requireProvenance || policy.repositories.length > 0)
  const reasons = isHeld ? reasonsAgainst(provenance, policy) : []
  if (reasons.length > 0) return resultsOf(part, 'provenance', reasons)
  return [{ part, check: 'provenance', state: provenance ? 'ok' : 'skipped', reason: from }]
}

function reasonsAgainst(
  from: Descriptor['provenance'],
  { requireProvenance, repositories }: Pick<Policy, 'requireProvenance' | 'repositories'>,
): string[] {
  if (!from) return ['the build names no commit, which the policy requires; build it with git or in a CI that says it']
  const repository = from.repository ?? 'no repository'
  return [
    ...(requireProvenance && from.commit.endsWith('+')
      ? [
          `it was built from changed files of commit ${from.commit.slice(0, -1)}; commit them, raise the version and build anew`,
        ]
      : []),
    ...(repositories.length > 0 && !repositories.includes(repository)
      ? [`it is of ${repository}; the policy allows ${repositories.join(', ')}`]
      : []),
  ]
}
