import { spawn, type ChildProcess } from 'node:child_process'
import { connect } from 'node:net'

/** A Redis of this bench's own, with nothing on disk, that may be ended and started again at its port. */
export async function startRedis(port: number) {
  let child: ChildProcess | undefined
  const start = async () => {
    const started = (child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: 'ignore' },
    ))
    const gone = new Promise<never>((_, reject) => started.once('error', reject))
    gone.catch(() => undefined)
    for (let attempt = 0; attempt < 200; attempt += 1) {
      if (
        await Promise.race([send('PING'), gone]).then(
          (answer) => answer.startsWith('+PONG'),
          () => false,
        )
      )
        return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('redis-server does not start; is it installed?')
  }
  /** One command, by a connection of its own. */
  const send = (command: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => void socket.write(`${command}\r\n`))
      socket
        .once('data', (answer) => {
          resolve(answer.toString())
          socket.destroy()
        })
        .once('error', reject)
    })
  const stop = async () => {
    const ending = child
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGKILL')
    await ended
  }
  await start()
  return { url: `redis://127.0.0.1:${port}`, send, start, stop }
}
