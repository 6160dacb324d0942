import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import { PlainError } from '../config/plain-error.ts'
import { sync } from '../storage/sync-folder.ts'

export const manifestName = 'manifest.json'
const checksumsName = 'checksums.json'
const checksums = z.record(z.string(), z.string())
const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')

export type Entry = { name: string; content: Buffer }

export const draftOf = (file: string) => `${file}.part`

/**
 * Writes entries into a new tar.gz, the SHA-256 of each at its end. The file has its name only once all of it is on the
 * disk.
 */
export async function writeArchive(file: string, entries: AsyncIterable<Entry>): Promise<void> {
  const draft = draftOf(file)
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 5 }), createWriteStream(draft, { mode: 0o600 }))
  written.catch(() => undefined)
  const add = async ({ name, content }: Entry) => {
    const added = new Promise<void>(
      (resolve, reject) =>
        void tar.entry({ name, size: content.length }, content, (error) => (error ? reject(error) : resolve())),
    )
    await Promise.race([added, written])
  }
  try {
    const sums: Record<string, string> = {}
    for await (const entry of entries) {
      sums[entry.name] = digest(entry.content)
      await add(entry)
    }
    await add({ name: checksumsName, content: Buffer.from(JSON.stringify(sums)) })
    tar.finalize()
    await written
    await sync(draft)
    await rename(draft, file)
  } catch (error) {
    tar.destroy()
    await written.catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  }
}

/**
 * The entries of an archive, in order and one at a time. Throws `PlainError` where the file is cut off or no archive.
 */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const tar = extract()
  const read = pipeline(createReadStream(file), createGunzip(), tar)
  read.catch(() => undefined)
  try {
    for await (const part of tar) yield { name: part.header.name, content: await buffer(part) }
    await read
  } catch (error) {
    throw error instanceof PlainError
      ? error
      : new PlainError(`${file} is not a whole backup: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    tar.destroy()
  }
}

/**
 * Reads the whole archive and compares each entry with its SHA-256; the first entry comes back. Throws `PlainError`
 * that names what is wrong.
 */
export async function verifyArchive(file: string): Promise<Entry> {
  const found: Record<string, string> = {}
  let first: Entry | undefined
  let wanted: Record<string, string> | undefined
  for await (const entry of readArchive(file)) {
    if (wanted) throw new PlainError(`${file} is not a whole backup: something stands behind its checksums`)
    first ??= entry
    if (entry.name === checksumsName) wanted = parse(checksums, entry, file)
    else found[entry.name] = digest(entry.content)
  }
  if (!wanted || first?.name !== manifestName)
    throw new PlainError(`${file} is not a whole backup: it has no ${wanted ? manifestName : checksumsName}`)
  const different = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].find(
    (name) => wanted[name] !== found[name],
  )
  if (different) throw new PlainError(`${file} is not a whole backup: ${different} is not what was written`)
  return first
}

export function parse<T>(schema: z.ZodType<T>, { name, content }: Entry, file: string): T {
  try {
    return schema.parse(JSON.parse(content.toString()))
  } catch {
    throw new PlainError(`${file} is not a whole backup: ${name} cannot be read`)
  }
}
