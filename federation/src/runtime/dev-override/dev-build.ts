import type { DevOverride, PinnedRemote, Release, RemoteDescriptor } from '../../schema/index.ts'

const timeoutMs = 3000

/** A build of a remote from source that this page does not take; the message is for its developer. */
class DevBuildError extends Error {
  override readonly name = 'DevBuildError'
}

/** The origin of a dev override does not answer. */
export class OriginUnreachable extends Error {
  override readonly name = 'OriginUnreachable'
}

/** The latest build at an override's origin. Rejects with `OriginUnreachable`, or with what is wrong in the answer. */
export async function fetchDevBuild(override: DevOverride, release: Release): Promise<PinnedRemote> {
  const options = {
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  } as const
  const response = await fetch(`${override.origin}/remote.json`, options).catch((cause: unknown) =>
    Promise.reject(new OriginUnreachable(override.origin, { cause })),
  )
  if (!response.ok) throw new DevBuildError(`${override.origin} has no finished build`)
  return readDevBuild(await response.json().catch(() => null), override, release)
}

/** A finished descriptor as an override's origin serves it, and where its files are. Throws what is wrong with it. */
export function readDevBuild(value: unknown, { remote, origin }: DevOverride, release: Release): PinnedRemote {
  const descriptor = (typeof value === 'object' ? (value ?? {}) : {}) as RemoteDescriptor
  const { name, version, build, entry, routes, files, exposes } = descriptor
  if (name !== remote)
    throw new DevBuildError(`the dev override is for ${remote}, and ${origin} serves ${String(name)}`)
  const isWhole =
    /^[0-9A-Za-z.-]{1,60}$/.test(version) &&
    /^[0-9a-f]{12}$/.test(build) &&
    Array.isArray(routes) &&
    Array.isArray(descriptor.sidebar) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    Array.isArray(exposes['./routes']?.js)
  if (!isWhole) throw new DevBuildError(`${origin}/remote.json is not a finished descriptor`)
  if (!new RegExp(`^[A-Za-z_]\\w*${build}$`).test(entry.global))
    throw new DevBuildError(`the global ${entry.global} does not carry the build id`)
  const taken = Object.values(release.remotes).find(
    (other) => other.descriptor.name !== remote && other.descriptor.routes.some((route) => routes.includes(route)),
  )
  if (taken) throw new DevBuildError(`${taken.descriptor.name} has one of its routes (${routes.join(', ')})`)
  return { url: `${origin}/${version}-${build}/`, descriptor }
}

const isFile = ({ path, integrity }: Partial<RemoteDescriptor['files'][number]>) =>
  typeof path === 'string' &&
  /^(?!\/)(?!.*\.\.)[A-Za-z0-9._/@-]+$/.test(path) &&
  typeof integrity === 'string' &&
  /^sha384-[A-Za-z0-9+/]{64}$/.test(integrity)

/** The hashes of builds that a dev override let in. It knows nothing but files below its origin. */
export function devFilesOf(origin: string) {
  const hashes = new Map<string, string>()
  return {
    admit({ url, descriptor }: PinnedRemote) {
      for (const { path, integrity } of descriptor.files) {
        const file = new URL(path, url).href
        if (!file.startsWith(`${origin}/`)) throw new DevBuildError(`${file} is not below ${origin}`)
        if (!hashes.has(file)) hashes.set(file, integrity)
      }
    },
    integrityOf: (url: string): string | undefined => hashes.get(url),
  }
}
