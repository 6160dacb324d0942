/** Something the release manager must hear as it is: printed without a stack, exit code 1. */
export class ReleaseError extends Error {}
