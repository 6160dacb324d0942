export const violationCodes = [
  'unsigned',
  'unknown-key',
  'retired-key',
  'altered',
  'older',
  'mixed',
  'expired',
  'key-chain',
] as const

/** Why this browser does not run a release; the codes are stable. */
export type ViolationCode = (typeof violationCodes)[number]

export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused'
  readonly code: ViolationCode

  /** `fact` is for whoever is asked for help: which key, which release, which day. */
  constructor(code: ViolationCode, fact: string) {
    super(fact)
    this.code = code
  }
}
