/** npm gives a signal to the shell that it runs a script in, and ends; the shell ends too, and tells nobody. */
export function endWithNpm(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 200).unref()
}
