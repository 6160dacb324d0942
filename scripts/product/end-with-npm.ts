/**
 * npm sends a signal to the shell that runs its script, and ends. That shell ends too, without a signal to the script.
 */
export function endWithNpm(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 200).unref()
}
