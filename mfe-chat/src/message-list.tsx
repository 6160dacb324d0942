import { useEffect, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Virtualizer } from 'virtua'
import { todayIn, useTimeZone } from '@interline/shared'
import { Button, Icon } from '@interline/shared/ui'
import type { Line } from './conversation.ts'
import { MessageItem, MessageCount } from './message-item.tsx'
import { MessageRow } from './message-row.tsx'
import { NewestSaid } from './newest-said.tsx'
import { say } from './say.ts'
import { EarlierState } from './earlier-state.tsx'
import type { Earlier } from './use-earlier.ts'
import { useFollowing } from './use-following.ts'
import { usePrepended } from './use-prepended.ts'

// As in chat.css: the list begins this many pixels below the scroller's edge.
const above = 8
// Who is so near the beginning of what is loaded gets more of it.
const nearBeginning = 800

/**
 * The messages, oldest first. Follows the newest one (SPEC §2) unless somebody reads further up. Only those near the window are in the
 * document, besides what has the focus and what failed to be sent: its alert is to be said once, not each time it comes into sight.
 */
export function MessageList({ lines, name, earlier }: { lines: readonly Line[]; name: string; earlier: Earlier & { has: boolean } }) {
  const { scroller, leftAt, follow, hold, toBottom } = useFollowing(lines)
  const [focused, setFocused] = useState<string | null>(null)
  const shift = usePrepended(lines)
  const { has, load } = earlier
  const unloaded = has ? Math.max((lines[0]?.seq ?? 1) - 1, 0) : 0
  const today = todayIn(useTimeZone())
  const kept = lines.flatMap(({ progress, key }, at) => (progress === 'failed' || key === focused ? [at] : []))
  const unread = leftAt === null ? 0 : lines.slice(lines.findLastIndex(({ key }) => key === leftAt) + 1).filter(({ sender }) => sender !== 'me').length

  // The first page may be shorter than the window.
  useEffect(() => {
    const element = scroller.current
    if (element && has && element.clientHeight > 0 && element.scrollHeight < element.clientHeight + nearBeginning) load()
  }, [scroller, lines, has, load])

  function onScroll() {
    follow()
    if (has && earlier.state === 'idle' && (scroller.current?.scrollTop ?? Infinity) < nearBeginning) load()
  }

  // The browser would glide there, and stop where the end was before the rows on the way found their heights.
  function onKeyDown(event: KeyboardEvent) {
    if ((event.key !== 'Home' && event.key !== 'End') || event.shiftKey) return
    event.preventDefault()
    if (event.key === 'End') toBottom()
    else scroller.current?.scrollTo?.({ top: 0 })
  }

  return (
    <>
      <div
        className="il-messages"
        ref={scroller}
        role="log"
        // Messages that come into the window while somebody scrolls are no news; those are said below.
        aria-live="off"
        tabIndex={0}
        aria-label={say('chat.messages', { name })}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setFocused(lines[(positionOf(target) ?? 0) - unloaded - 1]?.key ?? null)}
        onBlur={() => setFocused(null)}
      >
        <MessageCount value={{ before: unloaded, all: unloaded + lines.length }}>
          <Virtualizer data={lines} startMargin={above} keepMounted={kept} shift={shift} as="ol" item={MessageItem} onResize={hold}>
            {(line, at) => <MessageRow key={line.key} line={line} before={lines[at - 1]} isFirst={at === 0 && !has} name={name} today={today} />}
          </Virtualizer>
        </MessageCount>
      </div>
      <EarlierState earlier={earlier} />
      <NewestSaid lines={lines} name={name} />
      {leftAt !== null && (
        <Button className="il-messages-latest" shape="round" icon={<Icon id="chevron-down" />} onClick={toBottom}>
          {unread > 0 ? say('chat.new', { count: unread }) : say('chat.latest')}
        </Button>
      )}
    </>
  )
}

function positionOf(element: Element): number | null {
  const position = element.closest('li')?.ariaPosInSet
  return position ? Number(position) : null
}
