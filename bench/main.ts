import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Check } from './check.ts'
import { benchBudgets } from './budgets/bench-budgets.ts'
import { benchBuilds } from './builds/bench-builds.ts'
import { benchChatFailures } from './chat-failures/bench-chat-failures.ts'
import { benchKills } from './kills/bench-kills.ts'
import { benchLists } from './lists/bench-lists.ts'
import { benchLoad } from './load/bench-load.ts'
import { benchReleases } from './releases.ts'
import { benchScreens } from './screens/bench-screens.ts'
import { benchApi } from './api.ts'
import { benchTables } from './tables/bench-tables.ts'

const benches: Record<string, (options: { update: boolean }) => Promise<Check[]>> = {
  releases: benchReleases,
  budgets: benchBudgets,
  load: benchLoad,
  screens: benchScreens,
  tables: benchTables,
  api: benchApi,
  lists: benchLists,
  kills: benchKills,
  'chat-failures': benchChatFailures,
  builds: benchBuilds,
}

// These need a database server, or minutes of all that a machine has.
const onlyWhenNamed = ['api', 'lists', 'kills', 'chat-failures']

const usage = `npm run bench [-- NAME] [--json FILE] [--update]\nNAME is one of: ${Object.keys(benches).join(', ')} (default: all but ${onlyWhenNamed.join(', ')}; those on PostgreSQL need DATABASE_URL). Ends with 1 when a goal is missed or a bench fails; the others go on. --update writes bench/budgets.json anew.`

function understand() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { json: { type: 'string' }, update: { type: 'boolean' }, help: { type: 'boolean' } },
    })
    const unknown = positionals.find((name) => !Object.hasOwn(benches, name))
    if (unknown !== undefined) throw new Error(`there is no bench "${unknown}"`)
    return {
      help: values.help === true,
      json: values.json,
      update: values.update === true,
      wanted:
        positionals.length > 0 ? positionals : Object.keys(benches).filter((name) => !onlyWhenNamed.includes(name)),
    }
  } catch (error) {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n${usage}\n`)
    process.exit(2)
  }
}

const { help, json, update, wanted } = understand()
if (help) {
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}
const checks: Check[] = []
const failed: string[] = []
for (const name of wanted)
  try {
    checks.push(...((await benches[name]?.({ update })) ?? []))
  } catch (error) {
    // The figures of the others are not lost.
    failed.push(name)
    process.stderr.write(`bench ${name}: ${error instanceof Error ? error.stack : String(error)}\n`)
  }

const longest = Math.max(0, ...checks.map(({ name }) => name.length))
const inRange = ({ range, unit }: Check) =>
  range ? ` (${range.map((value) => value.toFixed(unit === '×' ? 2 : 0)).join(' to ')})` : ''
for (const check of checks) {
  const { name, value, goal, unit, ok, isFloor } = check
  process.stdout.write(
    `${ok ? 'ok  ' : 'MISS'}  ${name.padEnd(longest)}  ${String(value).padStart(7)} ${unit}${inRange(check)}  goal ${isFloor ? '≥' : '≤'} ${goal} ${unit}\n`,
  )
}
for (const name of failed) process.stdout.write(`FAIL  ${name} ended with the error above: none of its goals is here\n`)
if (json !== undefined)
  writeFileSync(
    json,
    `${JSON.stringify({ checks: checks.map(({ name, value, goal, ok }) => ({ name, value, goal, ok })), failed }, null, 2)}\n`,
  )
process.exit(failed.length === 0 && checks.every(({ ok }) => ok) ? 0 : 1)
