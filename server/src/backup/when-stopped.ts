import { rmSync } from 'node:fs'

/** Removes these files and folders if the command is stopped (Ctrl-C). Returns a function that ends that. */
export function removeWhenStopped(...paths: string[]): () => void {
  const stop = () => {
    for (const path of paths) rmSync(path, { recursive: true, force: true })
    process.exit(130)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return () => void process.off('SIGINT', stop).off('SIGTERM', stop)
}
