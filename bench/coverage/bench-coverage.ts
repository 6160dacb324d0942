import { signInTo } from '../../e2e/harness/backend/backend.ts'
import { launchBrowser } from '../browser.ts'
import { startProduct } from '../../e2e/harness/product/product.ts'
import { sessionState } from '../../e2e/harness/backend/session-state.ts'
import type { Check } from '../check.ts'
import { unusedModules } from './unused-modules.ts'
import { sizeOf, useOfCode, type UsedScript } from './use-of-code.ts'

const log = (line: string) => void process.stdout.write(`${line}\n`)
const kib = (bytes: number) => (bytes / 1024).toFixed(1).padStart(7)
const line = (name: string, { bytes, unused }: { bytes: number; unused: number }) =>
  log(`  ${kib(unused)} of ${kib(bytes)} KiB did not run  ${name}`)

/**
 * How much of the JavaScript of the first load of Drivers did not run until its table is drawn, and where the most of
 * it is. Bytes are those of the files, not compressed.
 */
export async function benchCoverage(): Promise<Check[]> {
  const product = await startProduct('bench')
  const browser = await launchBrowser()
  try {
    const storageState = sessionState(product.url, await signInTo('product', product.apiUrl))
    const scripts = await useOfCode(browser, { url: `${product.url}/drivers`, storageState, row: 'tbody tr.il-row' })
    const sizes = scripts.map((script) => ({ script, ...sizeOf(script) }))
    for (const { script, ...size } of sizes) line(new URL(script.url).pathname, size)
    const modules = (await Promise.all(scripts.map(modulesOf))).flat()
    for (const module of modules.sort((a, b) => b.unused - a.unused).slice(0, 30)) line(module.name, module)
    const sum = (what: 'bytes' | 'unused') => sizes.reduce((total, size) => total + size[what], 0)
    log(`${Math.round((100 * sum('unused')) / sum('bytes'))} % of the JavaScript did not run when the table stood`)
    return []
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function modulesOf(script: UsedScript) {
  const map = await fetch(`${script.url}.map`)
  return map.ok ? unusedModules(script, await map.text()) : []
}
