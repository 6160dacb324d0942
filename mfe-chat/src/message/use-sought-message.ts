import { useEffect, useRef } from 'react'
import type { Line } from '../conversation/conversation.ts'
import type { Earlier } from '../conversation/use-earlier.ts'

/** Loads earlier messages until the one with this `seq` is there, and then shows it, once. */
export function useSoughtMessage(
  seq: number | null,
  lines: readonly Line[],
  { has, state, load }: Earlier & { has: boolean },
  show: (at: number) => void,
): void {
  const shown = useRef<number | null>(null)
  useEffect(() => {
    if (seq === null || shown.current === seq || lines.length === 0) return
    const at = lines.findIndex((line) => line.seq === seq)
    if (at < 0 && has && (lines[0]?.seq ?? 0) > seq) {
      if (state === 'idle') load()
      return
    }
    shown.current = seq
    if (at >= 0) show(at)
  }, [seq, lines, has, state, load, show])
}
