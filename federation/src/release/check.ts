import { satisfies } from 'semver'
import type { ReleaseDraft } from '../schema/index.ts'
import { ReleaseError } from './release-error.ts'

/** Every reason why the parts of a release cannot run together: ranges, routes, globals. None when they can. */
export function reasonsAgainst({ shell, remotes }: ReleaseDraft): string[] {
  const { provides } = shell.descriptor
  const reasons: string[] = []
  const routes = new Map<string, string>([['/', 'the shell']])
  const globals = new Map<string, string>()

  for (const [name, { descriptor }] of Object.entries(remotes)) {
    const { requires, entry } = descriptor
    if (name !== descriptor.name) reasons.push(`${name}: its descriptor says it is "${descriptor.name}"`)
    if (!satisfies(provides.shell, requires.shell)) reasons.push(`${name}: needs shell ${requires.shell}, pinned is ${provides.shell}`)
    if (!satisfies(provides.mfRuntime, requires.mfRuntime)) {
      reasons.push(`${name}: needs Module Federation runtime ${requires.mfRuntime}, the shell has ${provides.mfRuntime}`)
    }
    for (const [shared, range] of Object.entries(requires.shared)) {
      const version = provides.shared[shared]
      if (!version) reasons.push(`${name}: needs ${shared} ${range}, the shell provides none`)
      else if (!satisfies(version, range)) reasons.push(`${name}: needs ${shared} ${range}, the shell provides ${version}`)
    }
    for (const route of descriptor.routes) {
      const shape = route.replace(/:[^/]+/g, ':')
      const owner = routes.get(shape)
      if (owner) reasons.push(`${name}: its route ${route} is taken by ${owner}`)
      routes.set(shape, name)
    }
    const twin = globals.get(entry.global)
    if (twin) reasons.push(`${name}: its global ${entry.global} is also that of ${twin}`)
    globals.set(entry.global, name)
  }
  return reasons
}

/** Throws with every reason why the parts of a release cannot run together. */
export function checkTogether(release: ReleaseDraft) {
  const reasons = reasonsAgainst(release)
  if (reasons.length > 0) throw new ReleaseError(`these parts cannot be released together:\n  ${reasons.join('\n  ')}`)
}
