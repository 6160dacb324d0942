import { useEffect, useState } from 'react'
import { queryClient } from '@interline/shared/api'
import { firstScreen } from './loader.ts'

/** Whether the person asked the browser to load no more than needed. */
export const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Calls `act` when the browser has nothing better to do; the returned function takes that back. */
export function whenIdle(act: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 300)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(act, { timeout: 4000 })
  return () => window.cancelIdleCallback(handle)
}

const longestWait = 10_000
const pause = 100

/**
 * Calls `act` in an idle moment once the first screen is drawn with its data, at the latest some seconds later: what is
 * wanted soon must not delay what is on screen. The returned function takes that back.
 */
export function afterFirstScreen(act: () => void): () => void {
  let stop: () => void = () => undefined
  let wanted = true
  const check = (since: number) => {
    if (!wanted) return
    if (queryClient.isFetching() === 0 || performance.now() - since > longestWait) stop = whenIdle(act)
    else {
      const timer = setTimeout(() => check(since), pause)
      stop = () => clearTimeout(timer)
    }
  }
  void firstScreen.then(() => check(performance.now()))
  return () => {
    wanted = false
    stop()
  }
}

/**
 * Whether it is time for what the first screen does not need. What has code of its own to load waits, for people who
 * save data, until they begin to do something.
 */
export function useAfterFirstScreen({ loadsCode = false } = {}): boolean {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const begin = () => setTime(true)
    if (!loadsCode || !savesData()) return afterFirstScreen(begin)
    // Any key is an act.
    // eslint-disable-next-line no-restricted-syntax
    const types = ['pointerdown', 'keydown'] as const
    for (const type of types) document.addEventListener(type, begin)
    return () => types.forEach((type) => document.removeEventListener(type, begin))
  }, [loadsCode])
  return isTime
}
