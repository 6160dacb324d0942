import { createServer, type Server } from 'node:http'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import sirv from 'sirv'
import { root } from '../../e2e/harness/product.ts'
import type { Monolith } from './build-monolith.ts'

/**
 * Serves a monolith as the shell's origin serves the product: files immutable and compressed beforehand, HTML made for the path and never
 * stored, with the same settings and release in it. The caller closes it.
 */
export async function serveMonolith({ folder, files }: Monolith, port: number, product: string): Promise<Server> {
  cpSync(join(root, 'shell/public'), folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (/\.(js|css)$/.test(name)) writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))))
  }
  const composed = await (await fetch(product, { headers: { accept: 'text/html' } })).text()
  const fonts = readdirSync(folder).filter((name) => /-latin-wght.*\.woff2$/.test(name) && !name.includes('-ext-'))
  const answer = sirv(folder, { dev: true, brotli: true, setHeaders: (response) => response.setHeader('cache-control', 'public, max-age=31536000, immutable') })

  const server = createServer((request, response) =>
    answer(request, response, () => {
      const door = new URL(request.url ?? '/', product).pathname.split('/')[1] ?? ''
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(pageOf(composed, files, fonts, door))
    }),
  )
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return server
}

/** The product's own page, with the monolith's files in its head. */
function pageOf(composed: string, { js, css, preloads }: Monolith['files'], fonts: string[], door: string): string {
  const tags = [
    ...css.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin="anonymous">`),
    ...js.map((file) => `<script defer src="/${file}"></script>`),
    ...preloads(door).map((file) => `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="/${file}">`),
  ]
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Interline</title>${tags.join('\n')}`
  return composed.replace(/<head>[^]*<\/head>/, () => `<head>${head}</head>`)
}
