import { useState } from 'react'
import type { Line } from './conversation.ts'
import { say } from './say.ts'

const most = 5

/** Says to screen readers what others wrote since the conversation was opened, each of it once, wherever one is reading. */
export function NewestSaid({ lines, name }: { lines: readonly Line[]; name: string }) {
  const [opened] = useState(() => new Set(lines.map(({ key }) => key)))
  const last = lines.findLastIndex(({ key }) => opened.has(key))
  const since = last < 0 && opened.size > 0 ? [] : lines.slice(last + 1)
  return (
    <div className="il-visually-hidden" aria-live="polite">
      {since.filter(({ sender }) => sender !== 'me').slice(-most).map(({ key, sender, text }) => (
        <p key={key}>{`${sender === 'party' ? name : say('chat.colleague')}: ${text}`}</p>
      ))}
    </div>
  )
}
