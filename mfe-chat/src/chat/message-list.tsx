import { createContext, useCallback, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Virtualizer } from 'virtua'
import type { CustomItemComponentProps, VirtualizerHandle } from 'virtua'
import { todayIn } from '@interline/shared/contract'
import { useTimeZone } from '@interline/shared/session'
import { Button, Icon, isWriting } from '@interline/shared/ui'
import type { Line } from '../conversation/conversation.ts'
import { MessageRow, writerOf } from './message-row.tsx'
import { t } from '../messages.ts'
import type { Earlier } from '../conversation/use-conversation.ts'
import { useAutoScroll, useIsPrepended } from './use-auto-scroll.ts'
import * as styles from './message.module.css'

// The padding at the top of the scroller, in pixels, as in the style sheet.
const paddingTop = 8
// So many pixels before the beginning of what is loaded, the page before it is loaded.
const loadWithin = 800

type MessageListProps = {
  lines: readonly Line[]
  name: string
  earlier: Earlier & { has: boolean }
  /** The `seq` of the message that was looked for. */
  sought?: number | null
}

/**
 * The messages, oldest first. Sticks to the newest one (SPEC §2) unless somebody reads further up. Only the messages
 * near the window are in the document, and two others: the one with the focus, and those that failed to be sent. A
 * screen reader announces their alert once, not each time they scroll into the window.
 */
export function MessageList({ lines, name, earlier, sought = null }: MessageListProps) {
  const { scroller, leftAt, scrollToBottom, leaveBottom, ...autoScroll } = useAutoScroll(lines)
  const [focused, setFocused] = useState<string | null>(null)
  const shift = useIsPrepended(lines)
  const { has, state, load } = earlier
  const unloaded = has ? Math.max((lines[0]?.seq ?? 1) - 1, 0) : 0
  const today = todayIn(useTimeZone())
  const mounted = lines.flatMap(({ progress, key }, at) => (progress === 'failed' || key === focused ? [at] : []))
  const unread =
    leftAt === null
      ? 0
      : lines.slice(lines.findLastIndex(({ key }) => key === leftAt) + 1).filter(({ sender }) => sender !== 'me').length

  const virtualizer = useRef<VirtualizerHandle>(null)
  const show = useCallback(
    (at: number) => {
      leaveBottom()
      virtualizer.current?.scrollToIndex(at, { align: 'center' })
      // It is drawn after the scroll.
      setTimeout(() => {
        scroller.current?.querySelector<HTMLElement>('[data-sought="true"]')?.focus({ preventScroll: true })
      }, 100)
    },
    [scroller, leaveBottom],
  )
  useSoughtMessage(sought, lines, earlier, show)

  // The first page may be shorter than the window. After a failure it is loaded when the person asks for it.
  const fill = useEffectEvent((element: HTMLElement) => {
    if (element.clientHeight > 0 && element.scrollHeight < element.clientHeight + loadWithin) load()
  })
  useEffect(() => {
    if (has && state === 'idle' && scroller.current) fill(scroller.current)
  }, [scroller, lines, has, state])

  function onScroll() {
    autoScroll.onScroll()
    if (has && state === 'idle' && (scroller.current?.scrollTop ?? Infinity) < loadWithin) load()
  }

  // The browser's own smooth scroll stops where the end was before the rows on the way were measured.
  function onKeyDown(event: KeyboardEvent) {
    if ((event.key !== 'Home' && event.key !== 'End') || event.shiftKey || isWriting(event)) return
    event.preventDefault()
    if (event.key === 'End') scrollToBottom()
    else scroller.current?.scrollTo?.({ top: 0 })
  }

  return (
    <>
      <div
        className={styles.messages}
        ref={scroller}
        role="log"
        // A message that scrolls into the window is not new. LiveRegion below announces the new ones.
        aria-live="off"
        tabIndex={0}
        aria-label={t('chat.messages', { name })}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setFocused(lines[(positionOf(target) ?? 0) - unloaded - 1]?.key ?? null)}
        onBlur={() => setFocused(null)}
      >
        <MessageCount value={{ before: unloaded, all: unloaded + lines.length }}>
          <Virtualizer
            ref={virtualizer}
            data={lines}
            startMargin={paddingTop}
            keepMounted={mounted}
            shift={shift}
            as="ol"
            item={ListItem}
            onResize={autoScroll.onContentResize}
          >
            {(line, at) => (
              <MessageRow
                key={line.key}
                line={line}
                before={lines[at - 1]}
                isFirst={at === 0 && !has}
                name={name}
                today={today}
                isSought={sought !== null && line.seq === sought}
              />
            )}
          </Virtualizer>
        </MessageCount>
      </div>
      <EarlierState earlier={earlier} />
      <LiveRegion lines={lines} name={name} />
      {leftAt !== null && (
        <Button className={styles.latest} shape="round" icon={<Icon id="chevron-down" />} onClick={scrollToBottom}>
          {unread > 0 ? t('chat.new', { count: unread }) : t('chat.latest')}
        </Button>
      )}
    </>
  )
}

function positionOf(element: Element): number | null {
  const position = element.closest('li')?.ariaPosInSet
  return position ? Number(position) : null
}

/** How many messages the conversation has, and how many of them come before the first that is loaded. */
const MessageCount = createContext({ before: 0, all: 0 })

/** Says which of how many messages it is, because only a few of them are in the document. */
function ListItem({ index, style, ref, children }: CustomItemComponentProps) {
  const { before, all } = useContext(MessageCount)
  return (
    <li ref={ref} style={style} aria-posinset={before + index + 1} aria-setsize={all}>
      {children}
    </li>
  )
}

/** Floats above the messages: nothing moves when it comes and goes. */
function EarlierState({ earlier: { state, load } }: { earlier: Earlier }) {
  if (state === 'idle') return null
  return (
    <p className={`il-hint il-floating ${styles.earlier}`} role="status">
      <span>{state === 'loading' ? t('chat.earlier') : t('chat.earlierFailed')}</span>
      {state === 'failed' && (
        <Button size="small" onClick={load}>
          {t('progress.retry')}
        </Button>
      )}
    </p>
  )
}

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

/** Loads earlier messages until the one with this `seq` is there, and then shows it, once. */
export function useSoughtMessage(
  seq: number | null,
  lines: readonly Line[],
  { has, state, load }: Earlier & { has: boolean },
  show: (at: number) => void,
): void {
  const shown = useRef<number | null>(null)
  useEffect(() => {
    if (seq === null || shown.current === seq || lines.length === 0) return
    const at = lines.findIndex((line) => line.seq === seq)
    if (at < 0 && has && (lines[0]?.seq ?? 0) > seq) {
      if (state === 'idle') load()
      return
    }
    shown.current = seq
    if (at >= 0) show(at)
  }, [seq, lines, has, state, load, show])
}
