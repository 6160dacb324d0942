import type { Component } from './component.ts'

/** The licences (SPDX) that a package of the product may have: they ask for no more than their text and a name. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'Zlib',
  'Unlicense',
  'CC0-1.0',
])

interface Exception {
  /** Names of packages: one, or one and its builds for each platform. */
  packages: RegExp
  version: string
  licence: string
  why: string
}

const exceptions: readonly Exception[] = [
  {
    packages: /^@fontsource-variable\/inter$/,
    version: '5.3.0',
    licence: 'OFL-1.1',
    why: 'a font, shipped as it is, with its licence',
  },
  {
    packages: /^caniuse-lite$/,
    version: '1.0.30001826',
    licence: 'CC-BY-4.0',
    why: 'data that webpack reads while it builds; nothing of it is shipped',
  },
  {
    packages: /^lightningcss(-[a-z0-9-]+)?$/,
    version: '1.33.0',
    licence: 'MPL-2.0',
    why: 'a tool of the build, unchanged; nothing of it is shipped',
  },
  {
    packages: /^xmlhttprequest-ssl$/,
    version: '2.1.2',
    licence: 'MIT',
    why: 'MIT stands in the old field `licenses` of its package.json, which pnpm does not read',
  },
]

const nameOf = ({ group, name }: Component) => (group ? `${group}/${name}` : name)
const isOurs = ({ group }: Component) => group === '@interline'

const exceptionFor = (component: Component) =>
  exceptions.find(({ packages, version }) => packages.test(nameOf(component)) && version === (component.version ?? ''))

/** What a component's exception says its licence is, for one that states none. */
export const licenceByException = (component: Component): string | undefined => exceptionFor(component)?.licence

const licencesOf = ({ licenses = [] }: Component) =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')

/** Every licence that an expression names has to be allowed: whoever takes one of two by `OR` makes an exception. */
const isAllowed = (expression: string) =>
  expression
    .replace(/[()]/g, ' ')
    .split(/ (?:AND|OR|WITH) /)
    .every((licence) => allowed.has(licence.trim()))

/** A line for each component that has a licence which is not allowed, or states none; none means all is well. */
export function licenceViolations(components: readonly Component[]): string[] {
  return components
    .filter((component) => !isOurs(component))
    .flatMap((component) => {
      const licences = licencesOf(component)
      if (licences.length > 0 && licences.every(isAllowed)) return []
      if (licences.length === 1 && exceptionFor(component)?.licence === licences[0]) return []
      const stated = licences.length > 0 ? `has the licence ${licences.join(', ')}, which` : 'states no licence, which'
      return [`${nameOf(component)} ${component.version ?? ''} ${stated} scripts/sbom/licences.ts does not allow`]
    })
}

/** A line for each exception that no component needs any more. */
export const unusedExceptions = (components: readonly Component[]): string[] =>
  exceptions
    .filter(
      ({ packages, version }) =>
        !components.some((component) => packages.test(nameOf(component)) && component.version === version),
    )
    .map(({ packages, version }) => `no package ${packages.source} ${version} is there: take its exception away`)
