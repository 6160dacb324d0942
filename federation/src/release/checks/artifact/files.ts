import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ArtifactFile, Descriptor } from '../../../schema/index.ts'

export const integrityOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`

const compressed = [
  ['.br', brotliDecompressSync],
  ['.gz', gunzipSync],
] as const

/**
 * Re-reads every file of an artifact, and what is served compressed for it: one reason for each that is not what was
 * published.
 */
export const changedFiles = (folder: string, { files }: Pick<Descriptor, 'files'>): string[] =>
  files.flatMap((file) => {
    const at = join(folder, file.path)
    if (!isFile(at)) return [`${file.path} is named by the descriptor but missing beside remote.json`]
    const beside = compressed.flatMap(([ending, expand]) => {
      if (!existsSync(at + ending)) return []
      const content = expanded(at + ending, expand)
      return content ? differing(file.path + ending, content, file) : [`${file.path}${ending} cannot be expanded`]
    })
    return [...differing(file.path, readFileSync(at), file), ...beside]
  })

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
