import { openTabChannel } from '@interline/shared/session'

const warnSeconds = 60
const reportMs = 20_000
const tellMs = 1000
// The end of a press and not its beginning: the warning must not go away under the pointer.
// Any key is an act.
// eslint-disable-next-line no-restricted-syntax
const acts = ['pointerup', 'keyup', 'wheel', 'touchend'] as const

type Told = { act: true } | { idle_minutes: number | null }

type IdleDeps = {
  /** Tells the backend how long ago somebody did something; it answers after how many idle minutes a session ends. */
  report: (idleSeconds: number) => Promise<number | null>
  /** The seconds that are left, in the last minute; null when somebody did something. */
  warn: (secondsLeft: number | null) => void
  end: () => void
}

/**
 * Watches whether somebody does something in any tab of this browser, and reports it: at most every 20 seconds, and at
 * last with the moment of the last act. Returns how to stop.
 */
export function watchIdle({ report, warn, end }: IdleDeps): () => void {
  const tabs = openTabChannel('interline-activity')
  let since = startTimer()
  let idleMinutes: number | null = null
  let told = startTimer()
  let reported = startTimer()
  let waiting: ReturnType<typeof setTimeout> | undefined
  let isWarned = false
  let isStopped = false

  function send() {
    clearTimeout(waiting)
    waiting = undefined
    reported = startTimer()
    report(Math.floor(since() / 1000)).then(
      (minutes) => {
        if (isStopped) return
        if (minutes !== idleMinutes) tabs?.postMessage({ idle_minutes: minutes } satisfies Told)
        idleMinutes = minutes
      },
      // The next act is reported again; a session that has ended says so by itself.
      () => undefined,
    )
  }
  function begin() {
    since = startTimer()
    // Once the click that follows has found its button.
    if (isWarned) setTimeout(() => warn(null))
    isWarned = false
  }
  function act() {
    const wasWarned = isWarned
    begin()
    if (told() >= tellMs || wasWarned) {
      told = startTimer()
      tabs?.postMessage({ act: true } satisfies Told)
    }
    if (reported() >= reportMs || wasWarned) send()
    else waiting ??= setTimeout(send, reportMs - reported())
  }
  function check() {
    if (idleMinutes === null) return
    const left = Math.ceil(idleMinutes * 60 - since() / 1000)
    if (left <= 0) return end()
    if (left <= warnSeconds) {
      isWarned = true
      warn(left)
    }
  }

  if (tabs)
    tabs.onmessage = ({ data }: MessageEvent<Told>) => {
      if ('act' in data) begin()
      else idleMinutes = data.idle_minutes
    }
  for (const name of acts) window.addEventListener(name, act, { capture: true, passive: true })
  const checking = setInterval(check, 1000)
  // Whoever opens or reloads a page does something.
  tabs?.postMessage({ act: true } satisfies Told)
  send()
  return () => {
    isStopped = true
    clearInterval(checking)
    clearTimeout(waiting)
    for (const name of acts) window.removeEventListener(name, act, { capture: true })
    tabs?.close()
    if (isWarned) warn(null)
  }
}

/** The milliseconds since now; of two clocks the one that says more, because one stops in sleep and one can be set. */
function startTimer(): () => number {
  const [steady, wall] = [performance.now(), Date.now()]
  return () => Math.max(performance.now() - steady, Date.now() - wall)
}
