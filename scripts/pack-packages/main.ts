import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { packPackages } from '../workspace/packages.ts'

const usage = `npm run pack-packages -- --to FOLDER
Packs @interline/shared and @interline/federation as they would be published: what a remote outside of this repository installs.`

try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) process.stdout.write(`${usage}\n`)
  else if (!values.to) throw new TypeError(usage)
  else
    process.stdout.write(`${(await packPackages(values.to)).map((file) => relative(process.cwd(), file)).join('\n')}\n`)
} catch (error) {
  process.stderr.write(`pack-packages: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof TypeError ? 2 : 1)
}
