import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { ArtifactFile } from '../schema/index.ts'

const level = { level: 9 }
const quality = (bytes: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes } })
const worthIt = ({ path, bytes }: ArtifactFile) => /\.(js|css|svg|json)$/.test(path) && bytes >= 1024

/** Puts a .br and a .gz beside each file that a server may send compressed, so that no request pays for it. */
export function compress(folder: string, files: ArtifactFile[]) {
  for (const { path, bytes } of files.filter(worthIt)) {
    const content = readFileSync(join(folder, path))
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(content, quality(bytes)))
    writeFileSync(join(folder, `${path}.gz`), gzipSync(content, level))
  }
}

/** The same for a process that answers requests meanwhile. */
export async function compressBeside(folder: string, files: ArtifactFile[]) {
  for (const { path, bytes } of files.filter(worthIt)) {
    const content = readFileSync(join(folder, path))
    writeFileSync(join(folder, `${path}.br`), await promisify(brotliCompress)(content, quality(bytes)))
    writeFileSync(join(folder, `${path}.gz`), await promisify(gzip)(content, level))
  }
}
