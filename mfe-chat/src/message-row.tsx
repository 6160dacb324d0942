import { memo } from 'react'
import { dayKey, useTimeZone } from '@interline/shared'
import type { DayKey } from '@interline/shared'
import type { Line } from './conversation.ts'
import { dayLabel } from './day-label.ts'
import { MessageBubble } from './message-bubble.tsx'

const soon = 5 * 60_000

type MessageRowProps = { line: Line; before: Line | undefined; /** Of the conversation; where earlier ones are not loaded yet, its day may have begun above. */ isFirst: boolean; name: string; today: DayKey }

/** A message, under its day when it is the first of it. */
export const MessageRow = memo(function MessageRow({ line, before, isFirst, name, today }: MessageRowProps) {
  const timeZone = useTimeZone()
  const day = dayKey(line.at, timeZone)
  const newDay = day !== null && (before === undefined ? isFirst : day !== dayKey(before.at, timeZone))
  const follows = !newDay && before?.sender === line.sender && line.at - before.at < soon
  return (
    <>
      {newDay && <p className="il-messages-day">{dayLabel(day, today)}</p>}
      <MessageBubble line={line} name={name} follows={follows} />
    </>
  )
})
