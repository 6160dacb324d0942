import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { artifactFolder, remoteDescriptor, type RemoteDescriptor } from '../schema/index.ts'
import { readJson } from '../schema/read-json.ts'

const isText = (file: string) => /\.(js|css|map)$/.test(file)
const sha384 = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/**
 * Copies what a watching compiler made into a folder of its own below `target`, under a build id of its own. The
 * compiler names all its builds alike, and two builds that live in one page must not: the name of the container and of
 * its chunks is replaced, and every hash is taken anew.
 */
export function labelBuild(out: string, target: string): RemoteDescriptor {
  const made = readJson(join(out, 'remote.json'), remoteDescriptor)
  const build = randomBytes(6).toString('hex')
  const folder = join(target, artifactFolder({ version: made.version, build }))
  const copied = new Map<string, Buffer>()
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
      .slice(out.length + 1)
      .replaceAll('\\', '/')
    if (path === 'remote.json') continue
    const bytes = readFileSync(join(out, path))
    const labelled = isText(path) ? Buffer.from(bytes.toString('utf8').replaceAll(made.build, build)) : bytes
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), labelled)
    copied.set(path, labelled)
  }
  const files = made.files.map((file) => {
    const bytes = copied.get(file.path) ?? Buffer.alloc(0)
    return { ...file, bytes: bytes.length, integrity: sha384(bytes) }
  })
  const descriptor = {
    ...made,
    build,
    files,
    entry: { ...made.entry, global: made.entry.global.replace(made.build, build) },
  }
  writeFileSync(join(folder, 'remote.json'), JSON.stringify(descriptor, null, 2))
  return descriptor
}
