import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

type NewsPillProps = { text: string | null; action: string; onShow: () => void }

/** Says above rows that others changed what would move them, and lets the reader decide when. Takes no room; null says nothing. */
export function NewsPill({ text, action, onShow }: NewsPillProps) {
  return (
    <div className="il-news">
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

/** The first text at once; another only when there was none for a while: a count that runs is not read out number by number. */
function useCalm(text: string | null): string | null {
  const [said, setSaid] = useState(text)
  if (said !== text && (said === null || text === null)) setSaid(text)
  useEffect(() => {
    if (said === text) return
    const timer = setTimeout(() => setSaid(text), calmMs)
    return () => clearTimeout(timer)
  }, [said, text])
  return said
}
