import { rmSync } from 'node:fs'

/** Takes these files and folders away should the command be told to stop (Ctrl-C). Returns how to leave them alone from then on. */
export function takeAwayWhenStopped(...paths: string[]): () => void {
  const stop = () => {
    for (const path of paths) rmSync(path, { recursive: true, force: true })
    process.exit(130)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return () => void process.off('SIGINT', stop).off('SIGTERM', stop)
}
