import { resolve } from 'node:path'
import { buildPart } from './build-part.ts'

const usage = `usage: build FOLDER [--without-types]
FOLDER is the shell or a remote, built into its dist unless that is what its sources would make; a type error ends it
`
const [folder, option] = process.argv.slice(2)
if (folder === '--help') {
  process.stdout.write(usage)
  process.exit(0)
}
if (!folder || folder.startsWith('-') || ![undefined, '--without-types'].includes(option)) {
  process.stderr.write(usage)
  process.exit(2)
}
try {
  const { descriptor, built } = await buildPart(resolve(folder), { types: option === undefined })
  process.stdout.write(
    `${descriptor.name}@${descriptor.version}-${descriptor.build} ${built ? 'built' : 'unchanged'}\n`,
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
