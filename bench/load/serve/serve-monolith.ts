import type { Server } from 'node:http'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../e2e/harness/product/product.ts'
import type { Monolith } from './build-monolith.ts'
import { servePage } from './serve-page.ts'

// `integrity-policy` is what parts from other origins need, and so a price of the composition.
const sameHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
]

/**
 * Serves a monolith with the product's own page: the same settings, release and protecting headers. The caller closes
 * it.
 */
export async function serveMonolith({ folder, files }: Monolith, port: number, product: string): Promise<Server> {
  cpSync(join(root, 'shell/public'), folder, { recursive: true })
  const answer = await fetch(product, { headers: { accept: 'text/html' } })
  const composed = await answer.text()
  const headers = Object.fromEntries(sameHeaders.map((name) => [name, answer.headers.get(name) ?? undefined]))
  const fonts = readdirSync(folder).filter((name) => /-latin-wght.*\.woff2$/.test(name) && !name.includes('-ext-'))
  return servePage(folder, port, (pathname) => pageOf(composed, files, fonts, pathname.split('/')[1] ?? ''), headers)
}

/** The product's own page, with the monolith's files in its head; a plain one asks for no data before its code. */
function pageOf(
  composed: string,
  { kind, js, css, preloads }: Monolith['files'],
  fonts: string[],
  chunkGroup: string,
): string {
  const tags = [
    ...css.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin="anonymous">`),
    ...js.map((file) => `<script defer ${kind === 'tuned' ? 'fetchpriority="high" ' : ''}src="/${file}"></script>`),
    ...preloads(chunkGroup).map(
      (file) => `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="/${file}">`,
    ),
  ]
  const scripts = [...composed.matchAll(/<script( type="application\/json" id="[^"]+")?>[^]*?<\/script>/g)]
    .filter(([, isData]) => kind === 'tuned' || isData)
    .map(([script]) => script)
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Interline</title>${[...scripts, ...tags].join('\n')}`
  return composed.replace(/<head>[^]*<\/head>/, () => `<head>${head}</head>`)
}
