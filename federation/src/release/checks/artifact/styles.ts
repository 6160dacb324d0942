import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss, { type AtRule, type Rule } from 'postcss'
import parseSelector from 'postcss-selector-parser'
import type { Descriptor } from '../../../schema/index.ts'
import { resultsOf, type CheckResult } from '../../report/check-report.ts'
import type { Plan } from '../planned-release.ts'

// Rules of these hold for the page as the rules around them do. Others, such as @font-face, @property or @page, are
// the page's.
const conditions = /^(media|supports|container|layer|starting-style)$/
/** A screen may tell the shell, for as long as it is there, that it shows a lost connection itself. */
const told = '--il-connection'

/** Checks how far a remote's styles reach, in a build that a plan brings. One that was live may come back as it was. */
export function checkStyles(
  { action }: Pick<Plan, 'action'>,
  descriptor: Descriptor,
  folder: string,
  reachesPage: string[],
): CheckResult[] {
  const part = descriptor.name
  const skipped = (reason: string): CheckResult[] => [{ part, check: 'styles', state: 'skipped', reason }]
  if (descriptor.kind === 'shell') return []
  if (action !== 'pin' && action !== 'canary') return skipped('only what is new is held to it')
  if (reachesPage.includes(part)) return skipped('the release lets it reach the page')
  return resultsOf(part, 'styles', foreignStyles(folder, descriptor))
}

/** Selectors and rules of a remote's published styles that reach what is not its own. */
export function foreignStyles(folder: string, descriptor: Descriptor): string[] {
  // Classes of CSS Modules begin so; the first digits of the build are in them.
  const isOwn = (name: string) => name.startsWith(`${descriptor.name}_${descriptor.build.slice(0, 6)}_`)
  return descriptor.files
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.css') && existsSync(join(folder, path)))
    .flatMap((path) =>
      [...new Set(foreignIn(readFileSync(join(folder, path), 'utf8'), isOwn))].map((what) => `${path}: ${what}`),
    )
}

type IsOwn = (name: string) => boolean

function foreignIn(css: string, isOwn: IsOwn): string[] {
  const found: string[] = []
  try {
    const root = postcss.parse(css)
    root.walkAtRules((rule) => {
      const { name, params } = rule
      const isKeyframes = /keyframes$/.test(name)
      if (isKeyframes ? !isOwn(params) : !conditions.test(name))
        found.push(`@${name} ${params} is not of its CSS Modules`)
    })
    root.walkRules((rule) => {
      if (!isStep(rule)) found.push(...foreignSelectors(rule, isOwn))
    })
  } catch (error) {
    found.push(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return found
}

/** `from`, `50%`: a step of keyframes is no selector. */
const isStep = ({ parent }: Rule) => parent?.type === 'atrule' && /keyframes$/.test((parent as AtRule).name)

function foreignSelectors(rule: Rule, isOwn: IsOwn): string[] {
  const tells = rule.nodes.every((node) => node.type === 'decl' && node.prop === told)
  const isNested =
    rule.parent?.type === 'rule' || (rule.parent?.parent?.type === 'rule' && rule.parent.type === 'atrule')
  return parseSelector()
    .astSync(rule.selector)
    .nodes.filter((selector) => !staysInside(selector, isOwn, isNested) && !(tells && namesOwn(selector, isOwn)))
    .map((selector) => `the selector ${String(selector).trim()} reaches what is not its own`)
}

/**
 * Whether all that a selector matches is an element with a class of the remote, or inside one: the compound that has
 * the class is the last, or what follows it goes down. In a nested rule `&` is such an element, and so is what the
 * rule begins with.
 */
function staysInside(selector: parseSelector.Selector, isOwn: IsOwn, isNested: boolean): boolean {
  const { nodes } = selector
  let names = false
  selector.walkNesting(() => void (names = true))
  const ends = nodes.flatMap((node, at) => (node.type === 'combinator' ? [at] : []))
  const goesDown = (at: number | undefined) => at === undefined || /^(>| )$/.test(nodes[at]?.toString().trim() || ' ')
  if (isNested && !names) return goesDown(ends[0] === 0 ? 0 : undefined)
  return nodes.some((node, at) => {
    const holds =
      (node.type === 'class' && isOwn(node.value)) ||
      (node.type === 'nesting' && isNested) ||
      (node.type === 'pseudo' &&
        /^:(is|where)$/.test(node.value) &&
        node.nodes.every((inner) => staysInside(inner, isOwn, isNested)))
    return holds && goesDown(ends.find((end) => end > at))
  })
}

function namesOwn(selector: parseSelector.Selector, isOwn: IsOwn): boolean {
  let names = false
  selector.walkClasses(({ value }) => void (names ||= isOwn(value)))
  return names
}
