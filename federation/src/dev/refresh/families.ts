import type { ComponentType } from 'react'

type Component = (props: object) => unknown

/**
 * One component of the source through all its builds: what is drawn is `proxy`, and that calls the last build's
 * function.
 */
type Family = { proxy: ComponentType; line: { current: Component }; last: Component }

/**
 * Components by their position in the source (`src/drivers-page.tsx DriversPage`). As long as a component uses the
 * same hooks in the same order, its proxy stays and so does its state; otherwise it gets a new proxy and starts anew.
 * Nothing here needs a development renderer: a proxy is a component like any other.
 */
export function familiesOf(makeProxy: (line: { current: Component }) => ComponentType) {
  // Builds compare each other’s components, so these are kept with the families and not in a module of each build.
  const signatures = newSignatures()
  const byId = new Map<string, Family>()
  const byType = new WeakMap<object, Family>()
  const listeners = new Set<() => void>()
  let waiting: (() => void)[] | null = null
  let generation = 0
  let isEmitPending = false

  function emitSoon() {
    if (isEmitPending) return
    isEmitPending = true
    queueMicrotask(() => {
      isEmitPending = false
      generation += 1
      for (const listener of listeners) listener()
    })
  }

  function take(id: string, type: Component) {
    const family = byId.get(id)
    if (!family) {
      const line = { current: type }
      byId.set(id, { line, last: type, proxy: makeProxy(line) })
    } else {
      const isSameSignature = signatures.of(family.last) === signatures.of(type)
      if (isSameSignature) family.line.current = type
      else {
        family.line = { current: type }
        family.proxy = makeProxy(family.line)
      }
      family.last = type
      emitSoon()
    }
    const now = byId.get(id)
    if (now) byType.set(type, now)
  }

  return {
    sign: signatures.sign,
    /**
     * A component of a build, as the compiler found it. A known one waits while a build is loading, until that is
     * taken.
     */
    register(id: string, type: unknown) {
      if (typeof type !== 'function' || (type.prototype as { isReactComponent?: object } | undefined)?.isReactComponent)
        return
      if (waiting && byId.has(id)) waiting.push(() => take(id, type as Component))
      else take(id, type as Component)
    },
    /** The component to draw for a type: its family's proxy, or the type itself. */
    stable<Type>(type: Type): Type {
      const family = typeof type === 'function' ? byType.get(type) : undefined
      return family ? (family.proxy as Type) : type
    },
    generation: () => generation,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    begin: () => void (waiting = []),
    commit() {
      const taken = waiting ?? []
      waiting = null
      for (const act of taken) act()
    },
    discard: () => void (waiting = null),
  }
}
export type Families = ReturnType<typeof familiesOf>

/**
 * The hooks that a component or hook uses, as the compiler found them: a hash of their order, and the hooks of the
 * source among them.
 */
type Signature = { key: string; startsAnew: boolean; hooks: () => unknown[] }

function newSignatures() {
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
