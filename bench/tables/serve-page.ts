import { createServer, type Server } from 'node:http'
import sirv from 'sirv'
import { manyDrivers } from './many-drivers.ts'

const html =
  '<!doctype html><meta charset="utf-8"><title>Tables</title><link rel="stylesheet" href="/page.css"><div id="root"></div><script defer src="/page.js"></script>'

/**
 * Serves the page under `/drivers` (ours) and `/plain`, and to both all the drivers there are, as SPEC §7 says. The
 * caller closes it.
 */
export async function servePage(folder: string, port: number, count: number): Promise<Server> {
  const drivers = Buffer.from(JSON.stringify({ success: true, data: [...manyDrivers(count)] }))
  const answer = sirv(folder)
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/v1/admin/drivers'))
      return response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': drivers.length })
        .end(drivers)
    answer(
      request,
      response,
      () => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return server
}
