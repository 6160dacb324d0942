import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

type ChangesBadgeProps = { text: string | null; action: string; onShow: () => void }

/**
 * A badge above the rows that announces changes by others which would move rows, and lets the reader apply them. It
 * takes no room in the layout; null shows nothing.
 */
export function ChangesBadge({ text, action, onShow }: ChangesBadgeProps) {
  return (
    <div className="il-changes">
      {text !== null && (
        <button type="button" onClick={onShow}>
          <Icon id="arrow-up" size={16} />
          <span>
            {text} · <strong>{action}</strong>
          </span>
        </button>
      )}
      <span className="il-visually-hidden" role="status">
        {useCalm(text)}
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
