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

/** A violation in one line: `drivers, shared ranges: needs react ^18.0.0, the shell provides 19.3.1`. */
export const violationLine = ({ part, check, reason }: Violation) =>
  [[part, check].filter(Boolean).join(', '), reason].filter(Boolean).join(': ')
