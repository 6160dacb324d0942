/** One reason why something was refused: of which part, by which check. */
export type Refusal = { part?: string; check?: string; reason: string }

/** Something the release manager must hear as it is: printed without a stack, exit code 1. */
export class ReleaseError extends Error {
  readonly refused: Refusal[]

  constructor(message: string, refused: Refusal[] = [{ reason: message }]) {
    super(message)
    this.refused = refused
  }
}

/** A refusal in one line: `drivers, shared ranges: needs react ^18.0.0, the shell provides 19.3.1`. */
export const refusalLine = ({ part, check, reason }: Refusal) => [[part, check].filter(Boolean).join(', '), reason].filter(Boolean).join(': ')
