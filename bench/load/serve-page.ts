import { createServer, type Server } from 'node:http'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import sirv from 'sirv'

/**
 * Serves a built page as the shell's origin serves the product: files immutable and compressed beforehand, and for every other path
 * the HTML that `page` makes of it, never stored. The caller closes it.
 */
export async function servePage(folder: string, port: number, page: (pathname: string) => string): Promise<Server> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (/\.(js|css)$/.test(name)) writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))))
  }
  const answer = sirv(folder, { dev: true, brotli: true, setHeaders: (response) => response.setHeader('cache-control', 'public, max-age=31536000, immutable') })
  const server = createServer((request, response) =>
    answer(request, response, () => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page(pathname))
    }),
  )
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return server
}
