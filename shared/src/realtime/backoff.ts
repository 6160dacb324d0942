/** How long after it is wanted, and how long after the last time at least; ms. */
type BackoffOptions = { soon?: number; gap: number }

/**
 * Does `act` soon after it is wanted, however often that was: once at a time, a while apart (longer after an act that
 * took long), and only while the page is seen. An act that resolves with false is tried again, later each time.
 */
export function withBackoff(
  act: () => unknown,
  { soon = 0, gap }: BackoffOptions,
): { want: () => void; end: () => void } {
  let wanted = false
  let busy = false
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let notBefore = 0
  let failures = 0

  const arm = () => {
    if (!wanted || busy || ended || timer !== undefined || document.hidden) return
    const ms = Math.max(soon, notBefore - performance.now())
    if (ms > 0) timer = setTimeout(() => void run(), ms)
    else void run()
  }
  async function run() {
    timer = undefined
    if (document.hidden) return
    wanted = false
    busy = true
    const began = performance.now()
    const isDone = (await act()) !== false
    failures = isDone ? 0 : Math.min(failures + 1, 5)
    wanted ||= !isDone
    busy = false
    notBefore = performance.now() + Math.max(gap * 2 ** failures, 4 * (performance.now() - began))
    arm()
  }
  document.addEventListener('visibilitychange', arm)
  return {
    want() {
      wanted = true
      arm()
    },
    end() {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', arm)
    },
  }
}
