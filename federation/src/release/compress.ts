import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { ArtifactFile } from '../schema/index.ts'

const worthIt = /\.(js|css|svg|json)$/

/** Puts a .br and a .gz beside each file that a server may send compressed, so that no request pays for it. */
export function compress(folder: string, files: ArtifactFile[]) {
  for (const { path, bytes } of files) {
    if (!worthIt.test(path) || bytes < 1024) continue
    const content = readFileSync(join(folder, path))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes }
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(content, { params }))
    writeFileSync(join(folder, `${path}.gz`), gzipSync(content, { level: 9 }))
  }
}
