import { createServer } from 'node:http'
import { answerBy } from '../api/processes.ts'

/** A process that serves one answer from memory, whatever is asked for, as barely as Node can. */
answerBy({
  ready: () => true,
  serve: ({ port, headers, body }: { port: number; headers: Record<string, string>; body: string }) => {
    const bytes = Buffer.from(body, 'base64')
    const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes))
    return new Promise((resolve) => server.listen(port, () => resolve(true)))
  },
})
