import type { Progress } from './seed-many.ts'

type Screen = { isTTY?: boolean; write(text: string): unknown }

const width = 30

/** A bar that grows in its line on a terminal; elsewhere a line for every tenth. */
export function showProgress(log: (line: string) => void, screen: Screen = process.stdout): Progress {
  let tenth = 0
  return (done) => {
    const part = Math.min(1, done)
    if (screen.isTTY) {
      const full = Math.round(part * width)
      screen.write(
        `\r[${'█'.repeat(full)}${'·'.repeat(width - full)}] ${String(Math.floor(part * 100)).padStart(3)} %${part === 1 ? '\n' : ''}`,
      )
    } else if (Math.floor(part * 10 + 1e-9) > tenth) {
      tenth = Math.floor(part * 10 + 1e-9)
      log(`Seeding: ${tenth * 10} %`)
    }
  }
}
