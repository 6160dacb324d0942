import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { partVersion, remoteSource, routePath, type RemoteSource } from '../schema/index.ts'
import { readJson, readJsonIfThere } from '../schema/read-json.ts'

/** A folder that can be built: the shell, or a remote with its `remote.json`. */
export type Part = {
  folder: string
  version: string
  name: string
  source: RemoteSource | null
  /** The screens that the shell does not take from a release, from its `routes.json`. */
  ownRoutes: string[]
}

/** Reads a part's descriptor and version. Throws an error that names the file and the field that is wrong. */
export function readPart(path: string): Part {
  const folder = resolve(path)
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) throw new Error(`${folder} is not a part: it has no package.json`)
  const { version } = readJson(manifest, z.object({ version: partVersion }))

  const descriptorFile = join(folder, 'remote.json')
  if (!existsSync(descriptorFile))
    return { folder, version, name: 'shell', source: null, ownRoutes: readOwnRoutes(folder) }
  const source = readJson(descriptorFile, remoteSource)
  return { folder, version, name: source.name, source, ownRoutes: [] }
}

function readOwnRoutes(folder: string): string[] {
  return readJsonIfThere(join(folder, 'routes.json'), z.array(routePath)) ?? []
}
