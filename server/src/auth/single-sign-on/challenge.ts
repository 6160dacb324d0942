import { createHash } from 'node:crypto'

/** What a page sends ahead of the value that it keeps: base64url of its SHA-256, as PKCE (RFC 7636) has it. */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
