const hidingProperty = /^\s*(display|visibility|pointer-events)\s*:/

/** The style sheet with only what decides whether an element can be seen and clicked. */
const onlyHidingStyles = (css: string) =>
  css.replace(/([^{};]+)\{([^{}]*)\}/g, (_, selector: string, declarations: string) => {
    const hiding = declarations.split(';').filter((one) => hidingProperty.test(one))
    return hiding.length > 0 ? `${selector}{${hiding.join(';')}}` : ''
  })

// jsdom compares each rule of the page with the element and all its ancestors whenever it is asked for a style, and
// Testing Library asks for every element that a role is searched in: 20 ms each with the sheets of antd, a third of the
// time of a test. Only browser tests check styles.
for (const [name, prototype] of [
  ['innerHTML', Element.prototype],
  ['textContent', Node.prototype],
] as const) {
  const own = Object.getOwnPropertyDescriptor(prototype, name)
  Object.defineProperty(HTMLStyleElement.prototype, name, {
    configurable: true,
    get(this: HTMLStyleElement): unknown {
      return own?.get?.call(this)
    },
    set(this: HTMLStyleElement, css: string) {
      own?.set?.call(this, onlyHidingStyles(css))
    },
  })
}
