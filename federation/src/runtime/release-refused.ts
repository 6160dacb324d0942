export const refusalCodes = ['unsigned', 'unknown-key', 'retired-key', 'altered', 'older', 'mixed', 'expired', 'key-chain'] as const

/** Why this browser does not run a release; the codes are stable. */
export type RefusalCode = (typeof refusalCodes)[number]

export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused'
  readonly code: RefusalCode

  /** `fact` is for whoever is asked for help: which key, which release, which day. */
  constructor(code: RefusalCode, fact: string) {
    super(fact)
    this.code = code
  }
}
