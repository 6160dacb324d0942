import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of this test run, outside the repository; all its data lives below and goes with it. */
export function runFolder(): string {
  return (process.env.INTERLINE_E2E_FOLDER ??= mkdtempSync(join(tmpdir(), 'interline-e2e-')))
}

let made = 0

/** A new folder for one product's data. */
export function newDataFolder(name: string): string {
  const folder = join(runFolder(), `${name}-${process.pid}-${(made += 1)}`)
  mkdirSync(folder, { recursive: true })
  return folder
}
