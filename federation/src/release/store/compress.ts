import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { ArtifactFile } from '../../schema/index.ts'
import { writeWhole } from '../files/write-file.ts'

const level = { level: 9 }
const quality = (bytes: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes },
})
const worthIt = ({ path, bytes }: ArtifactFile) => /\.(js|css|svg|json)$/.test(path) && bytes >= 1024

/**
 * Puts a .br and a .gz beside each file that a server may send compressed, so that no request pays for it. Each is
 * there whole or not at all, and what is there stays: who was interrupted goes on.
 */
export function compress(folder: string, files: ArtifactFile[]) {
  for (const { path, bytes } of files.filter(worthIt)) {
    const at = join(folder, path)
    if (!existsSync(`${at}.br`)) writeWhole(`${at}.br`, brotliCompressSync(readFileSync(at), quality(bytes)))
    if (!existsSync(`${at}.gz`)) writeWhole(`${at}.gz`, gzipSync(readFileSync(at), level))
  }
}

/** Compresses the files without blocking, for a process that answers requests meanwhile. */
export async function compressBeside(folder: string, files: ArtifactFile[]) {
  for (const { path, bytes } of files.filter(worthIt)) {
    const content = readFileSync(join(folder, path))
    writeFileSync(join(folder, `${path}.br`), await promisify(brotliCompress)(content, quality(bytes)))
    writeFileSync(join(folder, `${path}.gz`), await promisify(gzip)(content, level))
  }
}

/**
 * How many bytes of a file of a build go to a browser that takes brotli; the folder may hold it compressed already or
 * not.
 */
export function servedBytes(folder: string, file: ArtifactFile): number {
  const at = join(folder, file.path)
  if (existsSync(`${at}.br`)) return statSync(`${at}.br`).size
  return worthIt(file) && existsSync(at) ? brotliCompressSync(readFileSync(at), quality(file.bytes)).length : file.bytes
}
