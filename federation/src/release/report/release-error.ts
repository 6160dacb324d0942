/** One reason why something was refused: of which part, by which check. */
export type Violation = { part?: string; check?: string; reason: string }

/** Something the release manager must read as it is: printed without a stack, exit code 1. */
export class ReleaseError extends Error {
  readonly refused: Violation[]

  constructor(message: string, refused: Violation[] = [{ reason: message }]) {
    super(message)
    this.refused = refused
  }
}

export const nothingLive = 'nothing is live yet; begin with release pin shell@VERSION PART@VERSION… or with a manifest'

/** A violation in one line: `drivers, shared ranges: needs react ^18.0.0, the shell provides 19.3.1`. */
export const violationLine = ({ part, check, reason }: Violation) =>
  [[part, check].filter(Boolean).join(', '), reason].filter(Boolean).join(': ')

const otherPin = 'pin a shell that fits too, or a build of the remote that was made for the live shell'
const buildAnew = 'build it anew and publish that under a higher version'
const steps: Record<string, string> = {
  'page format': 'pin a shell that was built for this origin, or bring the origin up to date first',
  'shell range': otherPin,
  'runtime range': otherPin,
  'shared ranges': otherPin,
  routes: 'give one of the two another route, or leave one of them out',
  name: buildAnew,
  globals: buildAnew,
  hashes: buildAnew,
  html: buildAnew,
  'chunk names': buildAnew,
  files: `restore the file from a backup, or ${buildAnew}`,
  styles: `keep to the elements of the remote: ${buildAnew}`,
  size: `"release sizes PART@VERSION" says what weighs: make it less, and ${buildAnew}`,
  http: 'see that the origin runs, has this build and serves it as it is; --offline does not ask it',
  'backend calls': 'bring the API up to date first, or name another by --api',
}

/** The next steps after checks that refused, where their reasons do not say them: each once. */
export const nextSteps = (refused: Violation[]): string[] => [
  ...new Set(refused.flatMap(({ check = '' }) => (steps[check] ? [`${check}: ${steps[check]}`] : []))),
]
