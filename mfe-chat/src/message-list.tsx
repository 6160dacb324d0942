import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { dayKey, todayIn, useTimeZone } from '@interline/shared'
import { Button, Icon } from '@interline/shared/ui'
import type { Line } from './conversation.ts'
import { dayLabel } from './day-label.ts'
import { MessageBubble } from './message-bubble.tsx'
import { say } from './say.ts'

const pageLength = 150
const atBottomWithin = 48

/** The messages, oldest first. Follows the newest one (SPEC §2) unless somebody reads further up. */
export function MessageList({ lines, name }: { lines: readonly Line[]; name: string }) {
  const timeZone = useTimeZone()
  const scroller = useRef<HTMLDivElement>(null)
  // The newest message when the reader left the bottom; null while at the bottom.
  const [leftAt, setLeftAt] = useState<string | null>(null)
  const [length, setLength] = useState(pageLength)
  const lastKey = useRef('')
  const heightBefore = useRef<number | null>(null)

  const last = lines[lines.length - 1]
  const hidden = Math.max(0, lines.length - length)
  const shown = lines.slice(hidden)
  const unread = leftAt === null ? 0 : lines.slice(lines.findLastIndex(({ key }) => key === leftAt) + 1).filter(({ sender }) => sender !== 'me').length
  const today = todayIn(timeZone)

  const toBottom = () => scroller.current?.scrollTo?.({ top: scroller.current.scrollHeight })

  useLayoutEffect(() => {
    const justSent = last !== undefined && last.key !== lastKey.current && (last.progress === 'waiting' || last.progress === 'sending')
    lastKey.current = last?.key ?? ''
    if (leftAt === null || justSent) toBottom()
  }, [lines, last, leftAt])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || heightBefore.current === null) return
    element.scrollTop += element.scrollHeight - heightBefore.current
    heightBefore.current = null
  }, [length])

  useEffect(() => {
    const element = scroller.current
    if (!element || leftAt !== null) return
    const observer = new ResizeObserver(toBottom)
    observer.observe(element)
    return () => observer.disconnect()
  }, [leftAt])

  function follow(element: HTMLElement) {
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    if (below <= atBottomWithin) setLeftAt(null)
    else setLeftAt((before) => before ?? last?.key ?? '')
  }

  function showEarlier() {
    heightBefore.current = scroller.current?.scrollHeight ?? null
    setLength((before) => before + pageLength)
  }

  return (
    <>
      <div
        className="il-messages"
        ref={scroller}
        role="log"
        tabIndex={0}
        aria-label={say('chat.messages', { name })}
        onScroll={(event) => follow(event.currentTarget)}
      >
        {hidden > 0 && (
          <Button className="il-messages-earlier" size="small" onClick={showEarlier}>
            {say('chat.earlier', { count: Math.min(hidden, pageLength) })}
          </Button>
        )}
        <ol>
          {shown.map((line, at) => {
            const before = shown[at - 1]
            const day = dayKey(line.at, timeZone)
            const newDay = day !== null && (before === undefined || day !== dayKey(before.at, timeZone))
            const follows = !newDay && before?.sender === line.sender && line.at - before.at < 5 * 60_000
            return (
              <Fragment key={line.key}>
                {newDay && <li className="il-messages-day">{dayLabel(day, today)}</li>}
                <MessageBubble line={line} name={name} follows={follows} />
              </Fragment>
            )
          })}
        </ol>
      </div>
      {leftAt !== null && (
        <Button className="il-messages-latest" shape="round" icon={<Icon id="chevron-down" />} onClick={toBottom}>
          {unread > 0 ? say('chat.new', { count: unread }) : say('chat.latest')}
        </Button>
      )}
    </>
  )
}
