import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a JSON file whole or not at all: whoever reads it meanwhile finds the one before. */
export const writeJson = (file: string, value: unknown) => writeWhole(file, `${JSON.stringify(value, null, 2)}\n`)

/** Writes a file whole or not at all: whoever reads it meanwhile finds the one before. */
export function writeWhole(file: string, content: string | Buffer) {
  const draft = `${file}.${process.pid}.draft`
  try {
    writeFileSync(draft, content)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
