/** The questions that the record of a page answers. */
export type PageRecord = {
  /** Remembers how the page is; what the remote does from now on is written down. */
  begin: () => void
  /** The screens were left: nothing of the remote should go on. */
  leave: () => void
  /** The things that are not as they were, one line each. */
  changes: () => string[]
}

/**
 * Runs in the page before all else: keeps a record of its globals, and of timers, listeners and rules that the code at
 * this path makes by itself. What the shell's and antd's code makes for it is theirs to clean up.
 */
export function keepPageRecord({ path, build }: { path: string; build: string }) {
  type Member = [value: unknown, get: unknown, set: unknown]
  const builtIn = Object.getOwnPropertyNames(window)
  const isThing = (value: unknown): value is object =>
    (typeof value === 'object' && value !== null) || typeof value === 'function'
  const open = new Map<string, string>()
  const done = new Set<string>()
  let isLeft = false
  let before = { members: new Map<string, Member>(), page: new Map<string, string>() }
  const keys = new WeakMap<object, number>()
  let last = 0
  const keyOf = (thing: object) => keys.get(thing) ?? (keys.set(thing, (last += 1)), last)

  /** Whether the code that called our stand-in is the remote's: the first line of the stack that is not ours. */
  const isRemotes = () => new Error().stack?.split('\n')[4]?.includes(path) ?? false

  const wrap = (
    owner: object,
    name: string,
    stand: (real: CallableFunction, self: unknown, args: unknown[]) => unknown,
  ) => {
    const real = Reflect.get(owner, name) as CallableFunction
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      return stand(real, this, args)
    })
  }
  const call = (real: CallableFunction, self: unknown, args: unknown[]): unknown =>
    Reflect.apply(real as () => unknown, self, args)

  wrap(window, 'setInterval', (real, self, args) => {
    const remotes = isRemotes()
    const id = call(real, self, args)
    if (remotes) open.set(`timer ${String(id)}`, `an interval of ${String(args[1] ?? 0)} ms goes on`)
    return id
  })
  for (const name of ['clearInterval', 'clearTimeout'])
    wrap(window, name, (real, self, args) => {
      open.delete(`timer ${String(args[0])}`)
      return call(real, self, args)
    })
  for (const name of ['setTimeout', 'requestAnimationFrame', 'requestIdleCallback'])
    wrap(window, name, (real, self, args) => {
      if (isLeft && isRemotes()) done.add(`it calls ${name} after its screens were left`)
      return call(real, self, args)
    })
  wrap(CSSStyleSheet.prototype, 'insertRule', (real, self, args) => {
    if (isRemotes()) done.add(`it inserts the rule ${String(args[0]).slice(0, 200)}`)
    return call(real, self, args)
  })

  const nameOf = (target: unknown) =>
    [
      [window, 'window'],
      [document, 'document'],
      [document.documentElement, 'html'],
      [document.body, 'body'],
    ].find(([one]) => one === target)?.[1]
  const listenerKey = (target: string, [type, listener, options]: unknown[]) => {
    const capture = typeof options === 'object' && options !== null ? Reflect.get(options, 'capture') : options
    return `${target} ${String(type)} ${isThing(listener) ? keyOf(listener) : ''} ${String(Boolean(capture))}`
  }
  wrap(EventTarget.prototype, 'addEventListener', (real, self, args) => {
    const target = nameOf(self ?? window)
    if (target && isRemotes()) {
      const key = listenerKey(String(target), args)
      const { once = false, signal } = (isThing(args[2]) ? args[2] : {}) as AddEventListenerOptions
      open.set(key, `a listener for ${String(args[0])} on ${String(target)} stays`)
      signal?.addEventListener('abort', () => open.delete(key))
      if (once) call(real, self, [args[0], () => open.delete(key), args[2]])
    }
    return call(real, self, args)
  })
  wrap(EventTarget.prototype, 'removeEventListener', (real, self, args) => {
    const target = nameOf(self ?? window)
    if (target) open.delete(listenerKey(String(target), args))
    return call(real, self, args)
  })

  /** All that can be reached from what the browser put on `window`, and what is on `window` now. */
  function membersNow(): Map<string, Member> {
    const found = new Map<string, Member>()
    const seen = new Set<object>()
    const visit = (name: string, owner: object, deep: boolean) => {
      if (seen.has(owner)) return
      seen.add(owner)
      found.set(`${name}.[[Prototype]]`, [Object.getPrototypeOf(owner), null, null])
      for (const key of Reflect.ownKeys(owner)) {
        const { value, get, set } = Object.getOwnPropertyDescriptor(owner, key) ?? {}
        const member = `${name}.${String(key)}`
        found.set(member, [value, get, set])
        if (deep && isThing(value)) visit(member, value, true)
      }
    }
    visit('window', window, false)
    for (const name of builtIn) {
      const { value } = (Object.getOwnPropertyDescriptor(window, name) ?? {}) as { value?: unknown }
      if (isThing(value)) visit(name, value, true)
      if (name.startsWith('on')) found.set(`window.${name} (handler)`, [Reflect.get(window, name), null, null])
    }
    for (const [name, owner] of Object.entries({ navigator, document, history, location })) visit(name, owner, false)
    visit('Iterator.prototype', Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object, true)
    return found
  }

  function pageNow(): Map<string, string> {
    const attributes = [document.documentElement, document.body].flatMap((element) =>
      [...element.attributes].map(
        ({ name, value }) => [`the attribute ${name} of ${element.localName}`, value] as const,
      ),
    )
    // antd's own style elements bear these marks.
    const styles = [...document.querySelectorAll('style:not([data-css-hash]):not([data-rc-order])')].map(
      (element) => [`a style element: ${element.textContent.slice(0, 200)}`, 'there'] as const,
    )
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
      .filter(({ href }) => !href.includes(path) && new URL(href).origin !== location.origin)
      .map(({ href }) => [`the stylesheet ${href}`, 'there'] as const)
    const adopted = ['adopted stylesheets', String(document.adoptedStyleSheets.length)] as const
    return new Map([...attributes, ...styles, ...links, adopted])
  }

  const record: PageRecord = {
    begin: () => void (before = { members: membersNow(), page: pageNow() }),
    leave: () => void (isLeft = true),
    changes() {
      const [members, page] = [membersNow(), pageNow()]
      const globals = [...new Set([...before.members.keys(), ...members.keys()])].filter((name) => {
        const [was, is] = [before.members.get(name), members.get(name)]
        // The container and its list of chunks bear the id of the build.
        return !(was && is ? was.every((one, at) => Object.is(one, is[at])) : name.includes(build))
      })
      const rest = [...new Set([...before.page.keys(), ...page.keys()])].filter(
        (name) => before.page.get(name) !== page.get(name),
      )
      return [
        ...globals.map((name) => `it changes ${name}`),
        ...rest.map((name) => `it changes ${name}`),
        ...done,
        ...open.values(),
      ]
    },
  }
  Object.defineProperty(window, Symbol.for('interline page record'), { value: record })
}
