import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startProduct } from '../harness/product/product.ts'
import { runFolder } from '../harness/product/run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    url: string
    apiUrl: string
  }
}

/** Starts the product that all tests share. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = runFolder()
  const product = await startProduct('firefox')
  project.provide('url', product.url)
  project.provide('apiUrl', product.apiUrl)
  return async () => {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
