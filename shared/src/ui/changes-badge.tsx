import { useEffect, useState } from 'react'
type ChangesBadgeProps = {
  /** The count in words without changes, e.g. `234 entries`. */
  count?: string | undefined
  /** In a word or two, e.g. `4 new`; null without changes. */
  text: string | null
  /** The same for who hears it, e.g. `4 new drivers`. */
  said: string | null
  action: string
  onShow: () => void
}

/**
 * How many rows there are. Where others changed what would move rows, it says that too, and lets the reader apply it:
 * in the same place, so that nothing moves.
 */
export function ChangesBadge({ count, text, said, action, onShow }: ChangesBadgeProps) {
  return (
    <div className="il-changes">
      {count !== undefined && <span className="il-count">{count}</span>}
      {text !== null && (
        <button type="button" className="il-count" onClick={onShow}>
          {count !== undefined && <span>{`${count} · `}</span>}
          <bdi>{`${text} · ${action}`}</bdi>
        </button>
      )}
      <span className="il-visually-hidden" role="status">
        {useCalm(said)}
      </span>
    </div>
  )
}

const calmMs = 5000

/**
 * The first text at once; another only when there was none for a while: a count that runs is not read out number by
 * number.
 */
function useCalm(text: string | null): string | null {
  const [announced, setAnnounced] = useState(text)
  if (announced !== text && (announced === null || text === null)) setAnnounced(text)
  useEffect(() => {
    if (announced === text) return
    const timer = setTimeout(() => setAnnounced(text), calmMs)
    return () => clearTimeout(timer)
  }, [announced, text])
  return announced
}
