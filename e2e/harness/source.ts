import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { takePorts } from './product/ports.ts'
import { remoteFolder, root, runNode, type Product, type RemoteName } from './product/product.ts'

/** A remote served from a copy of its source by `npm run dev -- FOLDER`. The caller stops it. */
export async function startSource(product: Product, name: RemoteName) {
  mkdirSync(join(root, 'e2e/test-results'), { recursive: true })
  const folder = mkdtempSync(join(root, 'e2e/test-results/source-'))
  cpSync(remoteFolder(name), folder, {
    recursive: true,
    filter: (path) => !/(^|\/)(node_modules|dist)$|\.test\./.test(path.slice(remoteFolder(name).length)),
  })
  const origin = `http://localhost:${await takePorts()}`
  const running = runNode(['scripts/run.mjs', 'dev', folder, '--port', new URL(origin).port], {
    DATA_DIR: product.dataDir,
  })
  await running.printed(new RegExp(`^To see it: ${product.url}, .*: part ${name}, from ${origin}$`, 'm'), 60_000)
  return {
    origin,
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    save: (file: string, text: string) => writeFileSync(join(folder, file), text),
    async stop() {
      const ended = await running.stop()
      rmSync(folder, { recursive: true, force: true })
      return ended
    },
  }
}
export type Source = Awaited<ReturnType<typeof startSource>>

export const overrideBanner = (page: Page) => page.getByRole('complementary', { name: 'A part runs from source' })

/** Opens the dialog and says where the part of this screen runs from. */
export async function runFrom(page: Page, origin: string) {
  const dialog = page.getByRole('dialog', { name: 'Run a part from source' })
  if (!(await dialog.isVisible())) {
    await page.getByRole('banner').getByRole('button', { name: /Admin/ }).click()
    await page.getByRole('button', { name: 'Run a part from source' }).click()
  }
  await dialog.getByLabel('From', { exact: true }).fill(origin)
  await dialog.getByRole('button', { name: 'Run it' }).click()
  return dialog
}

/** All that a browser asks of an origin from now on. */
export function requestsTo(context: BrowserContext, origin: string): string[] {
  const requestedUrls: string[] = []
  context.on('request', (request) => request.url().startsWith(origin) && requestedUrls.push(request.url()))
  return requestedUrls
}

export const expectReleased = async (page: Page, requestedUrls: string[], heading: string) => {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  await expect(overrideBanner(page)).toHaveCount(0)
  expect(requestedUrls).toEqual([])
}
