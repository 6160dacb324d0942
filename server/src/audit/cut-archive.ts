import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sync, syncNames } from '../storage/sync-folder.ts'
import type { Cut } from './cut-record.ts'
import { hashOf } from './entries.ts'

/** `000000000001-000000000100.jsonl.gz` */
export const archiveName = (first: number, last: number) =>
  `${[first, last].map((number) => String(number).padStart(12, '0')).join('-')}.jsonl.gz`

/**
 * Writes what is hashed of entries, a line for each, into a new file that is on the disk when this resolves. Each line
 * begins with the hash of the line before, so the file can be checked by itself.
 */
export async function writeCutArchive(folder: string, name: string, lines: AsyncIterable<string>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${name}.part`)
  async function* withBreaks() {
    for await (const line of lines) yield `${line}\n`
  }
  try {
    await pipeline(Readable.from(withBreaks()), createGzip(), createWriteStream(draft, { mode: 0o600 }))
    await sync(draft)
    await rename(draft, join(folder, name))
    await syncNames(folder)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Lines by their line feeds alone: readline also ends one at U+2028, which a name in an entry may have. */
async function* linesOf(text: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const part of text.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** What is wrong with the archive of a cut; null when it holds just the entries that the cut removed. */
export async function problemOfArchive(folder: string, cut: Cut, hashBefore: string): Promise<string | null> {
  const file = join(folder, cut.archive)
  let number = cut.first
  let hash = hashBefore
  const text = createGunzip()
  const read = pipeline(createReadStream(file), text)
  read.catch(() => undefined)
  try {
    for await (const line of linesOf(text)) {
      if (!line.startsWith(`["${hash}", ${number}, `))
        return `${file}: line ${number - cut.first + 1} is not entry ${number}`
      hash = hashOf(line)
      number += 1
    }
    await read
  } catch (error) {
    return `${file}: cannot be read (${error instanceof Error ? error.message : String(error)})`
  } finally {
    text.destroy()
  }
  if (number !== cut.sequence + 1) return `${file}: ends with entry ${number - 1}, and the cut with ${cut.sequence}`
  return hash === cut.hash ? null : `${file}: is not what the cut to entry ${cut.sequence} removed`
}
