import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Found } from './found.ts'
import { root } from '../workspace/parts.ts'
import { unit } from './unit.ts'

/** Runs the main paths in Debian's Firefox: all, or those of these files. */
export async function firefox(files: string[] = []): Promise<Found> {
  if (!existsSync('/usr/bin/firefox-esr'))
    return { passed: 0, failed: [], skipped: [{ name: 'e2e/firefox', reason: 'no firefox-esr here' }], files: [] }
  return unit(files, { name: 'firefox', config: join(root, 'e2e/firefox/vitest.config.ts') })
}
