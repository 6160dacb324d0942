import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { release, remoteFolder, root, type Product, type RemoteName } from '../../e2e/harness/product/product.ts'

/**
 * Publishes and pins the next version of a remote: its sources as they are, with one sentence of them changed, built by
 * the product's own tool.
 */
export async function releaseNextVersion(product: Product, name: RemoteName): Promise<void> {
  const scratch = join(root, 'e2e/test-results')
  mkdirSync(scratch, { recursive: true })
  const folder = mkdtempSync(join(scratch, `next-${name}-`))
  try {
    cpSync(remoteFolder(name), folder, {
      recursive: true,
      filter: (path) => !/(^|\/)(node_modules|dist)$|\.test\./.test(path.slice(remoteFolder(name).length)),
    })
    symlinkSync(join(remoteFolder(name), 'node_modules'), join(folder, 'node_modules'))
    const edit = (file: string, from: RegExp, to: string) => {
      const text = readFileSync(join(folder, file), 'utf8')
      if (!from.test(text)) throw new Error(`${file} of ${name} has no ${from}`)
      writeFileSync(join(folder, file), text.replace(from, to))
    }
    edit('package.json', /"version": "[\d.]+"/, '"version": "1.0.1"')
    edit('tsconfig.json', /"\.\.\//g, '"../../../')
    edit('src/messages.en.json', /"title": "([^"]+)"/, '"title": "All $1"')
    await release(product, 'publish', folder)
    await release(product, 'pin', `${name}@1.0.1`, '--reason', 'bench')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
