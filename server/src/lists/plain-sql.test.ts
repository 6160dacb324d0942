import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const source = new URL('..', import.meta.url)
const asked = /\bexplain\b|pg_stat|pg_class|reltuples|tablesample|offset 0\b|\benable_\w+|pg_hint/i

it.each(['lists', 'routes/lists', 'repositories'])(
  'asks the planner nothing in %s, and does not steer it',
  (folder) => {
    const files = readdirSync(new URL(`${folder}/`, source), { recursive: true, encoding: 'utf8' })
    const read = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    expect(read.length).toBeGreaterThan(3)
    const found = read.filter((file) => asked.test(readFileSync(new URL(`${folder}/${file}`, source), 'utf8')))
    expect(found).toEqual([])
  },
)
