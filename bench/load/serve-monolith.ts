import type { Server } from 'node:http'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../e2e/harness/product/product.ts'
import type { Monolith } from './build-monolith.ts'
import { servePage } from '../serve-page.ts'

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
 * Serves a monolith with the product's own page: the same settings, release, data asked for and protecting headers. The
 * caller closes it.
 */
export async function serveMonolith(monolith: Monolith, port: number, product: string): Promise<Server> {
  const { folder, js, css, preloads } = monolith
  cpSync(join(root, 'shell/public'), folder, { recursive: true })
  const answer = await fetch(product, { headers: { accept: 'text/html' } })
  const composed = await answer.text()
  const headers = Object.fromEntries(sameHeaders.map((name) => [name, answer.headers.get(name) ?? undefined]))
  const fonts = readdirSync(folder).filter((name) => /-latin-wght.*\.woff2$/.test(name) && !name.includes('-ext-'))
  const preload = (file: string, as: string) => `<link rel="preload" as="${as}" href="/${file}"`
  const first = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Interline</title>',
    ...(composed.match(/<script( type="application\/json" id="[^"]+")?>[^]*?<\/script>/g) ?? []),
    ...css.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...fonts.map((file) => `${preload(file, 'font')} type="font/woff2" crossorigin="anonymous">`),
    ...js.map((file) => `<script defer fetchpriority="high" src="/${file}"></script>`),
  ]
  const page = (pathname: string) => {
    const ofScreen = preloads(pathname.split('/')[1] ?? '')
    const tags = ofScreen.map((file) => `${preload(file, file.endsWith('.css') ? 'style' : 'script')}>`)
    return composed.replace(/<head>[^]*<\/head>/, () => `<head>${[...first, ...tags].join('\n')}</head>`)
  }
  return servePage(folder, port, page, headers)
}
