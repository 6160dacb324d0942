/**
 * Why a remote could not be used: its files did not arrive (`unreachable`), not in time (`late`), or they arrived and
 * failed (`broken`).
 */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  readonly remote: string
  readonly kind: 'unreachable' | 'late' | 'broken'

  constructor(remote: string, kind: RemoteError['kind'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.remote = remote
    this.kind = kind
  }
}

const didNotArrive = /RUNTIME-008|Failed to load (script|entry)|Loading (CSS )?chunk|ScriptNetworkError/i

/** Explains by its cause why a remote failed to load. */
export function explainRemote(remote: string, cause: unknown): RemoteError {
  const message = cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause)
  return new RemoteError(remote, didNotArrive.test(message) ? 'unreachable' : 'broken', cause)
}
