import { useState } from 'react'
import type { Line } from './conversation.ts'
import { say } from './say.ts'

/** Says to screen readers what somebody else wrote since the conversation was opened, wherever one is reading. */
export function NewestSaid({ lines, name }: { lines: readonly Line[]; name: string }) {
  const newest = lines.at(-1)
  const [opened] = useState(newest?.key)
  const isNews = newest !== undefined && newest.key !== opened && newest.sender !== 'me'
  return (
    <p className="il-visually-hidden" aria-live="polite">
      {isNews && `${newest.sender === 'party' ? name : say('chat.colleague')}: ${newest.text}`}
    </p>
  )
}
