import { resolve } from 'node:path'
import { buildPart } from './build-part.ts'

const folder = process.argv[2]
if (!folder) {
  process.stderr.write('usage: build FOLDER (the shell or a remote)\n')
  process.exit(2)
}
try {
  const { descriptor, built } = await buildPart(resolve(folder))
  process.stdout.write(`${descriptor.name}@${descriptor.version}-${descriptor.build} ${built ? 'built' : 'unchanged'}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
