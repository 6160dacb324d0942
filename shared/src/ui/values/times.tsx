import { useEffect, useState } from 'react'
import { toInstant } from '../../contract/time/days.ts'
import { formatChatTime, formatDate, formatDateTime, formatRelative } from '../../time/formats.ts'
import { useTimeZone } from '../../session/preferences.ts'

type TimeProps = { value: unknown }

/** MM/DD/YYYY in the business time zone; the exact instant is in the markup. `N/A` for what is no instant. */
export const DateText = ({ value }: TimeProps) => <Time value={value} text={formatDate(value, useTimeZone())} />

/** The same with hh:mm AM/PM. */
export const DateTimeText = ({ value }: TimeProps) => <Time value={value} text={formatDateTime(value, useTimeZone())} />

/** dd/mm/yyyy hh:mm AM/PM in the business time zone (SPEC §2, Chat screen). */
export const ChatTime = ({ value }: TimeProps) => <Time value={value} text={formatChatTime(value, useTimeZone())} />

/** How long ago, or how long it lasts already, kept up to date; the exact time as tooltip. */
export function RelativeTime({ value, isDuration = false }: TimeProps & { isDuration?: boolean }) {
  const [now, setNow] = useState(Date.now)
  const timeZone = useTimeZone()
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return <Time value={value} text={formatRelative(value, now, isDuration)} title={formatDateTime(value, timeZone)} />
}

function Time({ value, text, title }: TimeProps & { text: string; title?: string }) {
  const instant = toInstant(value)
  if (Number.isNaN(instant)) return <span>{text}</span>
  return (
    <time dateTime={new Date(instant).toISOString()} {...(title !== undefined && { title })}>
      {text}
    </time>
  )
}
