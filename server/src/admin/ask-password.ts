import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks on the terminal for a password, twice, without showing it; undefined when the two differ. */
export async function askPassword(): Promise<string | undefined> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const ask = async (question: string) => {
    process.stderr.write(question)
    const answer = await terminal.question('')
    process.stderr.write('\n')
    return answer
  }
  try {
    const first = await ask('New password: ')
    return (await ask('The same again: ')) === first ? first : undefined
  } finally {
    terminal.close()
  }
}
