import { satisfies } from 'semver'
import { operationPaths, type Release, type RemoteDescriptor, type ShellDescriptor } from '../../schema/index.ts'
import { resultsOf, type CheckResult } from '../report/check-report.ts'

type Provides = ShellDescriptor['provides']

/** Whether the parts of a release can run together: names, ranges, routes, globals. */
export function checkCompatibility({ shell, remotes }: Pick<Release, 'shell' | 'remotes'>): CheckResult[] {
  const { provides } = shell.descriptor
  const ofShell = ['/', ...shell.descriptor.routes, ...operationPaths].map(
    (route) => [shapeOf(route), 'the shell'] as const,
  )
  const routes = new Map<string, string>(ofShell)
  const globals = new Map<string, string>()
  return Object.entries(remotes).flatMap(([name, { descriptor }]) => [
    ...resultsOf(name, 'name', descriptor.name === name ? [] : [`its descriptor says it is "${descriptor.name}"`]),
    ...resultsOf(name, 'shell range', shellRange(descriptor, provides)),
    ...resultsOf(name, 'runtime range', runtimeRange(descriptor, provides)),
    ...resultsOf(name, 'shared ranges', sharedRanges(descriptor, provides)),
    ...resultsOf(name, 'routes', takenRoutes(name, descriptor, routes)),
    ...resultsOf(name, 'globals', takenGlobals(name, descriptor, globals)),
  ])
}

/** Icons of its sidebar entries that the shell has not; they leave a gap, which is no reason to refuse. */
export const unknownIcons = ({ name, sidebar }: RemoteDescriptor, { icons }: ShellDescriptor): string[] =>
  sidebar.flatMap(({ icon }) =>
    !icons || icons.includes(icon) ? [] : [`${name}: the shell has no icon "${icon}"; there is: ${icons.join(', ')}`],
  )

const shellRange = ({ requires }: RemoteDescriptor, provides: Provides) =>
  satisfies(provides.shell, requires.shell) ? [] : [`needs shell ${requires.shell}, pinned is ${provides.shell}`]

const runtimeRange = ({ requires }: RemoteDescriptor, provides: Provides) =>
  satisfies(provides.mfRuntime, requires.mfRuntime)
    ? []
    : [`needs Module Federation runtime ${requires.mfRuntime}, the shell has ${provides.mfRuntime}`]

const sharedRanges = ({ requires }: RemoteDescriptor, provides: Provides) =>
  Object.entries(requires.shared).flatMap(([shared, range]) => {
    const version = provides.shared[shared]
    if (!version) return [`needs ${shared} ${range}, the shell provides none`]
    return satisfies(version, range) ? [] : [`needs ${shared} ${range}, the shell provides ${version}`]
  })

/** Two routes that match the same address have the same shape. */
const shapeOf = (route: string) =>
  route
    .replace(/:[^/]+/g, ':')
    .replace(/(.)\/$/, '$1')
    .toLowerCase()

function takenRoutes(name: string, { routes }: RemoteDescriptor, taken: Map<string, string>): string[] {
  return routes.flatMap((route) => {
    const shape = shapeOf(route)
    const owner = taken.get(shape)
    taken.set(shape, name)
    return owner ? [`its route ${route} is taken by ${owner}`] : []
  })
}

/**
 * The container's global, and webpack's list of chunks, which is named after it with everything but letters and digits
 * as `_`.
 */
function takenGlobals(name: string, { entry, build }: RemoteDescriptor, taken: Map<string, string>): string[] {
  const shape = entry.global.replace(/[^A-Za-z0-9$]+/g, '_')
  const twin = taken.get(shape)
  taken.set(shape, name)
  return [
    ...(twin ? [`its global ${entry.global} is also that of ${twin}`] : []),
    ...(entry.global.includes(build)
      ? []
      : [
          `its global ${entry.global} does not carry its build id ${build}: two builds of it in one tab would share it`,
        ]),
  ]
}
