import { createRequire } from 'node:module'
import type { ReactElement, ReactNode } from 'react'
import { themeOf } from '../ui/theme/theme.ts'

const require = createRequire(import.meta.url)
const ofAntd = createRequire(require.resolve('antd/package.json'))

type Cache = { cache: Map<string, unknown> }
type Kit = {
  createElement: (type: unknown, props: object, ...children: ReactNode[]) => ReactElement
  renderToString: (element: ReactElement) => string
  ConfigProvider: unknown
  createCache: () => Cache
  StyleProvider: unknown
  extractStyle: (cache: Cache, options: { plain: true; types: ('style' | 'cssVar')[] }) => string
}

// The CommonJS files that antd/lib uses too: Node cannot run antd/es.
function kit(): Kit {
  const { createElement } = require('react') as Pick<Kit, 'createElement'>
  const { renderToString } = require('react-dom/server') as Pick<Kit, 'renderToString'>
  const { ConfigProvider } = require('antd') as Pick<Kit, 'ConfigProvider'>
  const { createCache, StyleProvider, extractStyle } = ofAntd('@ant-design/cssinjs') as Pick<
    Kit,
    'createCache' | 'StyleProvider' | 'extractStyle'
  >
  return { createElement, renderToString, ConfigProvider, createCache, StyleProvider, extractStyle }
}

/**
 * A style module of antd exports this for its components: a hook that returns `[hash, class]` or a hash alone, a
 * component that draws nothing, or a text.
 */
export type StyleExport = { name: string; returns: 'pair' | 'text' | 'nothing' } | { name: string; is: string }

type ExtractedStyles = { exports: StyleExport[]; css: string }

type Hook = (prefix: unknown, rootClass?: string) => unknown

// Some of antd's components bind what they style at their root to their prefix, others to a class of its own: this name
// is used for both.
const rootClass = 'il-root'

/**
 * Runs the style hooks of one of antd's style modules (its CommonJS file) for our theme, light and dark. Gives their
 * CSS in the cascade layer `antd`; where the schemes differ, bound to `data-scheme` of the document. Throws when they
 * differ in more than custom properties: then one sheet cannot serve both.
 */
export function extractStyles(file: string, prefix: string): ExtractedStyles {
  const found = require(file) as Record<string, unknown>
  const hooks = Object.entries(found).filter(
    (entry): entry is [string, Hook] =>
      typeof entry[1] === 'function' && /^(default|use[A-Z].*|[A-Z].*)$/.test(entry[0]),
  )
  const texts = Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const returns = new Map<string, 'pair' | 'text' | 'nothing'>()
  const css = forBothRoots(
    prefix,
    withoutBoxSizing(
      inBothSchemes(file, prefix, () => {
        for (const [name, hook] of hooks) returns.set(name, run(hook, prefix))
      }),
    ),
  )
  const exports = [
    ...hooks.map(([name]) => ({ name, returns: returns.get(name) ?? ('nothing' as const) })),
    ...texts.map(([name, is]) => ({ name, is })),
  ]
  return { exports, css }
}

// Each component says it for all inside of it that has its prefix: 24 selectors that are tried on every element of the
// page that has a class.
const withoutBoxSizing = (css: string) =>
  css.replaceAll(/([^{};]+)\{box-sizing:border-box;?\}/g, (rule, selectors: string) =>
    selectorsOf(selectors.trim()).every((selector) => / \[class[\^*]="[^\]]*\](::\w+)?$/.test(selector)) ? '' : rule,
  )

const boxSizing = `${['[class^="ant-"]', '[class*=" ant-"]'].flatMap((one) => [one, `${one}::before`, `${one}::after`]).join(',')}{box-sizing:border-box}`

// Each as a selector of its own: one that ends in `:is()` is tried on every element of the page, whatever its class.
const forBothRoots = (prefix: string, css: string) =>
  css.replaceAll(/[^{};]+(?=\{)/g, (selectors) => {
    if (!selectors.includes(`.${rootClass}`)) return selectors
    const each = selectorsOf(selectors.trim()).flatMap((selector) => {
      if (!selector.includes(`.${rootClass}`)) return [selector]
      return [prefix, `${prefix}-css-var`].map((root) => selector.replaceAll(`.${rootClass}`, `.${root}`))
    })
    return each.join(',')
  })

/** The selectors of a list, split at its commas but at none inside brackets. */
function selectorsOf(list: string): string[] {
  const selectors: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < list.length; at += 1) {
    if ('(['.includes(list.charAt(at))) depth += 1
    if (')]'.includes(list.charAt(at))) depth -= 1
    if (depth === 0 && list[at] === ',') {
      selectors.push(list.slice(from, at))
      from = at + 1
    }
  }
  return [...selectors, list.slice(from)]
}

/**
 * Parts that antd's provider styles by itself, links and icons, and how all of its parts are sized. At run time each
 * component would repeat it; here it is written once.
 */
export function extractBase(): ExtractedStyles {
  const { default: useStyle } = require('antd/lib/button/style') as { default: Hook }
  return {
    exports: [{ name: 'default', returns: 'text' }],
    css: `@layer antd {${boxSizing}}\n${inBothSchemes('the provider', null, () => useStyle('ant-btn'))}`,
  }
}

function run(hook: Hook, prefix: string): 'pair' | 'text' | 'nothing' {
  const made = hook(prefix, rootClass)
  if (made === null) hook({ prefixCls: prefix, rootCls: rootClass })
  return Array.isArray(made) ? 'pair' : typeof made === 'string' ? 'text' : 'nothing'
}

function inBothSchemes(what: string, prefix: string | null, act: () => void): string {
  const light = draw('light', prefix, act)
  const dark = draw('dark', prefix, act)
  if (light.style !== dark.style)
    throw new Error(`${what}: its light and dark styles differ in more than custom properties`)
  const known = new Set(
    light.vars.flatMap(({ scope, declarations }) => declarations.map((declaration) => scope + declaration)),
  )
  const different = dark.vars.map(({ scope, declarations }) => ({
    scope,
    declarations: declarations.filter((declaration) => !known.has(scope + declaration)),
  }))
  return `@layer antd {\n${print(light.vars, '')}${print(different, ':root[data-scheme="dark"] ')}${light.style}\n}\n`
}

type Vars = { scope: string; declarations: string[] }

const print = (vars: Vars[], before: string) =>
  vars
    .map(({ scope, declarations }) => (declarations.length > 0 ? `${before}${scope}{${declarations.join(';')}}\n` : ''))
    .join('')

/** The styles of a component, or with `null` of the provider around it. */
function draw(scheme: 'light' | 'dark', prefix: string | null, act: () => void): { style: string; vars: Vars[] } {
  const { createElement, renderToString, ConfigProvider, createCache, StyleProvider, extractStyle } = kit()
  const cache = createCache()
  const Styled = () => {
    act()
    return null
  }
  renderToString(
    createElement(
      StyleProvider,
      { cache },
      createElement(ConfigProvider, { theme: themeOf(scheme) }, createElement(Styled, {})),
    ),
  )
  for (const key of cache.cache.keys()) {
    if (isOfProvider(key) !== (prefix === null)) cache.cache.delete(key)
  }
  const style = withoutMarks(extractStyle(cache, { plain: true, types: ['style'] }))
  const vars = prefix === null ? '' : withoutMarks(extractStyle(cache, { plain: true, types: ['cssVar'] }))
  return {
    style,
    vars: [...vars.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, scope = '', body = '']) => ({
      scope,
      declarations: body.split(';').filter(Boolean),
    })),
  }
}

const isOfProvider = (key: string) => /%(Shared|ant-design-icons)%/.test(key.replaceAll('|', '%'))

const withoutMarks = (css: string) => css.replaceAll(/\.data-ant-cssinjs-cache-path\{[^}]*\}/g, '')
