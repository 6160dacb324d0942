import { useState } from 'react'
import type { Line } from './conversation.ts'

/** Whether the lines just grew at their beginning: then what is in sight is to stay, and not its distance from the top. */
export function usePrepended(lines: readonly Line[]): boolean {
  const first = lines[0]?.key
  const count = lines.length
  const [held, setHeld] = useState({ first, count, isPrepended: false })
  if (held.first === first && held.count === count) return held.isPrepended
  const isPrepended = held.first !== first && count > held.count
  setHeld({ first, count, isPrepended })
  return isPrepended
}
