import { parseArgs } from 'node:util'
import { oneLine } from '@interline/federation/release'
import { daysFor, type Found } from './advisory.ts'
import { lockedPackages, type LockedPackage } from './locked-packages.ts'
import { matchAdvisory } from './match.ts'
import { readAdvisories } from './read-advisories.ts'
import { askRegistry } from './registry.ts'

const usage = `npm run advisories [-- --from PATH]
Which packages of the lockfile have a known vulnerability, and in how many days each is to be replaced (docs/security.md).
Without --from the registry is asked. With it nobody is: PATH is a file or a folder of advisories in the OSV format, such as
osv.dev's all.zip for npm, unpacked, or a copy of the GitHub Advisory Database.
Ends with 0 when there is none, 1 when there is one, 2 when PATH or the lockfile cannot be used, 3 when the registry did not answer.`

const log = (line: string) => void process.stdout.write(`${line}\n`)

function describe({ package: name, version, inProduct, severity, id, summary, fixedIn }: Found): string {
  const fixed = fixedIn.length > 0 ? `without it: ${fixedIn.join(', ')}` : 'no version without it is known'
  const where = inProduct ? 'product' : 'tests and tools'
  return oneLine(`${name} ${version} (${where}): ${severity}, ${daysFor(severity)} days: ${id} ${summary} (${fixed})`)
}

function conclude(found: Found[], checked: string): number {
  for (const one of found.sort((a, b) => daysFor(a.severity) - daysFor(b.severity))) log(describe(one))
  log(found.length > 0 ? `${found.length} known: ${checked}` : `None known: ${checked}`)
  return found.length > 0 ? 1 : 0
}

function checkWithFiles(path: string, count: number, packages: ReadonlyMap<string, LockedPackage[]>): number {
  const found: Found[] = []
  let read = 0
  let newest = ''
  for (const advisory of readAdvisories(path)) {
    if (!advisory.affected?.some((affected) => affected.package?.ecosystem === 'npm')) continue
    read += 1
    if ((advisory.modified ?? '') > newest) newest = advisory.modified ?? ''
    try {
      found.push(...matchAdvisory(advisory, packages))
    } catch (error) {
      throw new Error(`${advisory.id}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (read === 0) throw new Error(`${path} holds no advisory about a package of npm`)
  const until = newest === '' ? '' : `, the newest of ${newest.slice(0, 10)}`
  return conclude(found, oneLine(`${count} packages against ${read} advisories of ${path}${until}`))
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) {
    log(usage)
    return 0
  }
  const packages = await lockedPackages()
  const count = [...packages.values()].flat().length
  if (values.from !== undefined) return checkWithFiles(values.from, count, packages)
  const told = await askRegistry(packages)
  if ('found' in told) return conclude(told.found, `${count} packages against what the registry knows today`)
  log(oneLine(`Not checked: the registry did not answer. ${told.unanswered}`))
  log('Without network: npm run advisories -- --from FILE_OR_FOLDER (OSV format).')
  return 3
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`advisories: ${oneLine(error instanceof Error ? error.message : String(error))}\n`)
  process.exit(2)
}
