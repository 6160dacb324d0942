import { useEffect, useState } from 'react'

const batch = 8

type Drawn = { keys: readonly string[]; count: number; fresh: number }

/**
 * How many of the rows with these keys to draw now: a few new ones at once, the rest in the tasks after, since a hundred in one go would
 * keep the page from answering. Rows that stand already stay, with what is done in them; `fresh` counts how often none did, for what may
 * then be thrown away as a whole.
 */
export function useGrowing(keys: readonly string[]): { count: number; fresh: number } {
  const [drawn, setDrawn] = useState<Drawn>({ keys, count: batch, fresh: 0 })
  const { count, fresh } = drawn.keys === keys ? drawn : following(drawn, keys)
  useEffect(() => {
    if (drawn.keys === keys && count >= keys.length) return
    const timer = setTimeout(() => setDrawn({ keys, count: count >= keys.length ? count : count + batch, fresh }))
    return () => clearTimeout(timer)
  }, [keys, drawn.keys, count, fresh])
  return { count, fresh }
}

function following({ keys, count, fresh }: Drawn, next: readonly string[]): { count: number; fresh: number } {
  const before = new Set(keys.slice(0, count))
  const standing = next.filter((key) => before.has(key)).length
  return { count: batch + standing, fresh: standing > 0 ? fresh : fresh + 1 }
}
