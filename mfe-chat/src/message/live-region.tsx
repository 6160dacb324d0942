import { useState } from 'react'
import type { Line } from '../conversation/conversation.ts'
import { writerOf } from './message-row.tsx'

const maxAnnounced = 5

/** Announces to screen readers what others wrote since the conversation was opened: each message once. */
export function LiveRegion({ lines, name }: { lines: readonly Line[]; name: string }) {
  const [opened] = useState(() => new Set(lines.map(({ key }) => key)))
  const last = lines.findLastIndex(({ key }) => opened.has(key))
  const since = last < 0 && opened.size > 0 ? [] : lines.slice(last + 1)
  return (
    <div className="il-visually-hidden" aria-live="polite">
      {since
        .filter(({ sender }) => sender !== 'me')
        .slice(-maxAnnounced)
        .map((line) => (
          <p key={line.key}>{`${writerOf(line, name)}: ${line.text}`}</p>
        ))}
    </div>
  )
}
