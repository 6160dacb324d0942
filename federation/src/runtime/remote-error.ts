/** Anything can be thrown, and to read it can throw again: this is an error whose name, message and stack are texts. */
export function toError(thrown: unknown): Error {
  try {
    if (!(thrown instanceof Error)) return new Error(String(thrown))
    const { name, message, stack = '' } = thrown
    return [name, message, stack].every((one) => typeof one === 'string') ? thrown : new Error(String(message))
  } catch {
    return new Error('something that cannot be read was thrown')
  }
}

/**
 * Why a remote could not be used: its files did not arrive (`unreachable`), not in time (`late`), or they arrived and
 * failed (`broken`).
 */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  readonly remote: string
  readonly kind: 'unreachable' | 'late' | 'broken'

  constructor(remote: string, kind: RemoteError['kind'], cause: unknown) {
    super(toError(cause).message, { cause })
    this.remote = remote
    this.kind = kind
  }
}

const didNotArrive = /RUNTIME-008|Failed to load (script|entry)|Loading (CSS )?chunk|ScriptNetworkError/i

/** Explains by its cause why a remote failed to load. */
export function explainRemote(remote: string, cause: unknown): RemoteError {
  const { name, message } = toError(cause)
  return new RemoteError(remote, didNotArrive.test(`${name} ${message}`) ? 'unreachable' : 'broken', cause)
}
