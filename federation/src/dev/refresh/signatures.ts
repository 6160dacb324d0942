/**
 * Which hooks a component or hook uses, as the compiler found them: a hash of their order, and the hooks of the source
 * among them.
 */
type Signature = { key: string; startsAnew: boolean; hooks: () => unknown[] }

export function newSignatures() {
  const signatures = new WeakMap<object, Signature>()
  let resets = 0

  /** A text that is equal for two functions between which state can be kept. */
  function of(type: object): string {
    const signature = signatures.get(type)
    if (!signature) return ''
    if (signature.startsAnew) return `anew ${(resets += 1)}`
    const nested = signature
      .hooks()
      .flatMap((hook) => (typeof hook === 'function' && signatures.has(hook) ? [of(hook)] : []))
    return [signature.key, ...nested].join('\n')
  }

  return {
    of,
    sign: (type: object, key: string, startsAnew = false, hooks: () => unknown[] = () => []) =>
      void signatures.set(type, { key, startsAnew, hooks }),
  }
}
