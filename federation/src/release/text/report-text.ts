import type { Finding } from '../checks/finding.ts'
import type { ReleaseDiff } from '../../schema/index.ts'
import { diffText } from './diff-text.ts'
import { table } from './table.ts'

/** What a change would do and what each check says to it. */
export const reportText = (diff: ReleaseDiff, checks: Finding[]): string =>
  [diffText(diff), ...(checks.length > 0 ? ['checks'] : []), ...table(checks.map(({ part, check, state, reason }) => [part, check, state, reason]))].join('\n')
