import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace/parts.ts'
import { complete, type Found } from './found.ts'
import { results, run } from './run.ts'

/** Runs vitest: all tests, or those of these files; the unit tests, unless another configuration is named. */
export async function unit(files: string[] = [], { name = 'unit', config = 'vitest.config.ts' } = {}): Promise<Found> {
  const file = join(results, `${name}.json`)
  rmSync(file, { force: true })
  const reporters = ['default', './scripts/test/report.ts'].map((reporter) => `--reporter=${reporter}`)
  const ok = await run(join(root, 'node_modules/.bin/vitest'), ['run', '--config', config, ...reporters, ...files], {
    env: { UNIT_REPORT: file },
  })
  return complete(name, ok, existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Found) : null)
}
