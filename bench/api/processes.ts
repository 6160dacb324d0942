import { fork, type ChildProcess } from 'node:child_process'

/** A process of the bench that is asked over IPC: `{ask, …}` is answered by what its `acts` return. */
export type Helper = { request<T>(what: string, payload?: object): Promise<T>; stop(): void; pid: number | undefined }

export async function startHelper(file: string, execArgv: string[] = []): Promise<Helper> {
  const child: ChildProcess = fork(file, { execArgv: ['--import', 'tsx', ...execArgv] })
  let number = 0
  const waiting = new Map<number, (answer: { error?: string; value?: unknown }) => void>()
  child.on('message', (message: { id: number; error?: string; value?: unknown }) => {
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  })
  const helper: Helper = {
    pid: child.pid,
    request: <T>(what: string, payload: object = {}) =>
      new Promise<T>((resolve, reject) => {
        const id = (number += 1)
        waiting.set(id, ({ error, value }) => (error === undefined ? resolve(value as T) : reject(new Error(error))))
        child.send({ id, what, payload })
      }),
    stop: () => void child.kill('SIGKILL'),
  }
  await helper.request('ready')
  return helper
}

/** In the helper: answers by these acts. */
export function answerBy(acts: Record<string, (payload: never) => unknown>): void {
  process.on('message', ({ id, what, payload }: { id: number; what: string; payload: never }) => {
    Promise.resolve()
      .then(() => acts[what]?.(payload))
      .then(
        (value) => process.send?.({ id, value }),
        (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
      )
  })
  process.on('disconnect', () => process.exit(0))
}
