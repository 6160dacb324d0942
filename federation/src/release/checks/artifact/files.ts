import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { stampOf } from '../../files/while-unchanged.ts'
import type { ArtifactFile, Descriptor } from '../../../schema/index.ts'

export const integrityOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`

const compressed = [
  ['.br', brotliDecompressSync],
  ['.gz', gunzipSync],
] as const

/**
 * Files that were read and found right: path and hash, with the size, times and inode that they had then. A plan is
 * checked twice, the second time while everybody else waits: what is as it was is not read again.
 */
export class CheckedFiles {
  readonly #known = new Map<string, string>()

  /** The reasons against a file; `read` finds them, unless the file is as it was when there were none. */
  check(file: string, integrity: string, read: () => string[]): string[] {
    const key = `${file} ${integrity}`
    const stamp = stampOf(file)
    if (this.#known.get(key) === stamp) return []
    const reasons = read()
    if (reasons.length === 0) this.#known.set(key, stamp)
    return reasons
  }
}

/**
 * Re-reads every file of an artifact, and what is served compressed for it: one reason for each that is not what was
 * published.
 */
export function changedFiles(
  folder: string,
  { files }: Pick<Descriptor, 'files'>,
  checked = new CheckedFiles(),
): string[] {
  return files.flatMap((file) => {
    const at = join(folder, file.path)
    if (!isFile(at)) return [`${file.path} is named by the descriptor but missing beside remote.json`]
    const beside = compressed.flatMap(([ending, expand]) => {
      if (!existsSync(at + ending)) return []
      return checked.check(at + ending, file.integrity, () => {
        const content = expanded(at + ending, expand)
        return content ? differing(file.path + ending, content, file) : [`${file.path}${ending} cannot be expanded`]
      })
    })
    return [...checked.check(at, file.integrity, () => differing(file.path, readFileSync(at), file)), ...beside]
  })
}

export const isFile = (path: string) => existsSync(path) && statSync(path).isFile()

function expanded(file: string, expand: (content: Buffer) => Buffer): Buffer | null {
  try {
    return expand(readFileSync(file))
  } catch {
    return null
  }
}

function differing(name: string, content: Buffer, { bytes, integrity }: ArtifactFile): string[] {
  const found = integrityOf(content)
  return content.length === bytes && found === integrity
    ? []
    : [`${name} is not what the descriptor says (${content.length} bytes, ${found})`]
}
