import { renameSync, writeFileSync } from 'node:fs'

/** Writes a JSON file whole or not at all: whoever reads it meanwhile finds the one before. */
export function writeJson(file: string, value: unknown) {
  const draft = `${file}.${process.pid}.draft`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`)
  renameSync(draft, file)
}
