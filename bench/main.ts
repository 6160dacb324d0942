import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Check } from './check.ts'
import { benchLoad } from './load/bench-load.ts'
import { benchReleases } from './releases.ts'

const benches: Record<string, () => Promise<Check[]>> = { releases: benchReleases, load: benchLoad }

// Its goals are not met yet: it is measured when it is asked for.
const byNameOnly = ['load']
const usual = Object.keys(benches).filter((name) => !byNameOnly.includes(name))

const usage = `npm run bench [-- NAME] [--json FILE]\nNAME is one of: ${Object.keys(benches).join(', ')} (default: ${usual.join(', ')}). Ends with 1 when a goal is missed.`

function understand() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' }, help: { type: 'boolean' } } })
    const unknown = positionals.find((name) => !Object.hasOwn(benches, name))
    if (unknown !== undefined) throw new Error(`there is no bench "${unknown}"`)
    return { help: values.help === true, json: values.json, wanted: positionals.length > 0 ? positionals : usual }
  } catch (error) {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n${usage}\n`)
    process.exit(2)
  }
}

const { help, json, wanted } = understand()
if (help) {
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}
const checks: Check[] = []
for (const name of wanted) checks.push(...((await benches[name]?.()) ?? []))

const longest = Math.max(...checks.map(({ name }) => name.length))
for (const { name, value, goal, unit, ok } of checks) {
  process.stdout.write(`${ok ? 'ok  ' : 'MISS'}  ${name.padEnd(longest)}  ${String(value).padStart(7)} ${unit}  goal ≤ ${goal} ${unit}\n`)
}
if (json !== undefined) writeFileSync(json, `${JSON.stringify({ checks: checks.map(({ name, value, goal, ok }) => ({ name, value, goal, ok })) }, null, 2)}\n`)
process.exit(checks.every(({ ok }) => ok) ? 0 : 1)
