import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import sirv from 'sirv'

/**
 * Serves a built page as the shell's origin serves the product: files immutable and compressed beforehand, and for
 * every other path the HTML that `page` makes of it, compressed and never stored, with these headers besides. The
 * caller closes it.
 */
export async function servePage(
  folder: string,
  port: number,
  page: (pathname: string) => string,
  headers: OutgoingHttpHeaders = {},
): Promise<Server> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (/\.(js|css|svg)$/.test(name))
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))))
  }
  const answer = sirv(folder, {
    dev: true,
    brotli: true,
    setHeaders: (response) => response.setHeader('cache-control', 'public, max-age=31536000, immutable'),
  })
  const pages = new Map<string, Buffer>()
  const compressed = (html: string) => {
    const known = pages.get(html) ?? brotliCompressSync(html)
    pages.set(html, known)
    return known
  }
  const server = createServer((request, response) =>
    answer(request, response, () => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      response
        .writeHead(200, {
          ...headers,
          'content-type': 'text/html; charset=utf-8',
          'content-encoding': 'br',
          'cache-control': 'no-store',
        })
        .end(compressed(page(pathname)))
    }),
  )
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return server
}
