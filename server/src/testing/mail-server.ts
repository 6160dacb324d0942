import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A mail server that keeps what it takes, as text. One that is `isBroken` takes no mail. */
export async function startMailServer(isBroken = false) {
  const mails: string[] = []
  const server = createServer((socket) => {
    let text = ''
    let isData = false
    const answer = (line: string) => socket.write(`${line}\r\n`)
    answer('220 mail.test')
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n'
        const at = text.indexOf(end)
        if (at < 0) return
        const taken = text.slice(0, at)
        text = text.slice(at + end.length)
        if (isData) mails.push(taken)
        if (/^QUIT/i.test(taken)) return void socket.end('221 bye\r\n')
        const isRefused = isBroken && /^MAIL/i.test(taken)
        isData = /^DATA/i.test(taken)
        answer(isData ? '354 go on' : isRefused ? '451 not now' : '250 ok')
      }
    })
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => void server.close() }
}
