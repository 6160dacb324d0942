import { memo } from 'react'
import dayjs from 'dayjs'
import { dayKey, type DayKey } from '@interline/shared/contract'
import { useTimeZone } from '@interline/shared/session'
import { Button, ChatTime, Icon, safeHref } from '@interline/shared/ui'
import type { Line, Progress } from '../conversation/conversation.ts'
import { t } from '../messages.ts'
import { discardMessage, retryMessage } from '../conversation/outbox.ts'
import * as styles from './message.module.css'

const soonMs = 5 * 60_000

type MessageRowProps = {
  line: Line
  before: Line | undefined
  /** The first of the conversation. Where earlier messages are not loaded yet, its day may have begun above. */
  isFirst: boolean
  name: string
  today: DayKey
  /** Was looked for. */
  isSought?: boolean
}

/** A message, under its day when it is the first of it. */
export const MessageRow = memo(function MessageRow({
  line,
  before,
  isFirst,
  name,
  today,
  isSought = false,
}: MessageRowProps) {
  const timeZone = useTimeZone()
  const day = dayKey(line.at, timeZone)
  const newDay = day !== null && (before === undefined ? isFirst : day !== dayKey(before.at, timeZone))
  const follows =
    !newDay && before?.sender === line.sender && before.senderName === line.senderName && line.at - before.at < soonMs
  return (
    <>
      {newDay && <p className={styles.day}>{dayLabel(day, today)}</p>}
      <MessageBubble line={line} name={name} follows={follows} isSought={isSought} />
    </>
  )
})

/** `Today`, `Yesterday`, else the day in words. */
export function dayLabel(day: DayKey, today: DayKey): string {
  if (day === today) return t('chat.today')
  const yesterday = dayjs(today).subtract(1, 'day').format('YYYY-MM-DD')
  return day === yesterday ? t('chat.yesterday') : dayjs(day).format('dddd, D MMMM YYYY')
}

/** The writer of a message, in words. */
export const writerOf = ({ sender, senderName }: Line, name: string): string =>
  ({ me: t('chat.you'), party: name, colleague: senderName ?? t('chat.colleague') })[sender]

type MessageBubbleProps = {
  line: Line
  name: string
  /** Soon after one from the same sender. */
  follows: boolean
  isSought: boolean
}

function MessageBubble({ line, name, follows, isSought }: MessageBubbleProps) {
  const { sender, text, at, progress } = line
  return (
    <div
      className={styles.message}
      data-sender={sender}
      data-side={sender === 'me' || line.senderName ? 'right' : 'left'}
      data-follows={follows}
      data-failed={progress === 'failed'}
      {...(isSought && { 'data-sought': true, tabIndex: -1 })}
    >
      <div className={styles.bubble}>
        <span
          className={sender === 'colleague' && !(follows && line.senderName) ? styles.sender : 'il-visually-hidden'}
        >
          {writerOf(line, name)}
        </span>
        <MessageText text={text} />
        <span className={styles.foot}>
          <ChatTime value={at} />
          {progress !== null && <MessageProgress progress={progress} />}
        </span>
      </div>
      {progress === 'failed' && line.clientId !== undefined && (
        <FailedMessage clientId={line.clientId} text={text} reason={line.reason} />
      )}
    </div>
  )
}

const progressIcons: Record<Progress, string> = {
  waiting: 'wifi-off',
  sending: 'clock',
  sent: 'check',
  delivered: 'check-check',
  seen: 'check-check',
  failed: 'warning',
}

/** How far an own message got: an icon, with its meaning as text. */
const MessageProgress = ({ progress }: { progress: Progress }) => (
  <span className={styles.progress} data-progress={progress} title={t(`progress.${progress}`)}>
    <Icon id={progressIcons[progress]} label={t(`progress.${progress}`)} size={15} />
  </span>
)

type FailedMessageProps = { clientId: string; text: string; reason: string | undefined }

/** Why a message was not sent, and what can be done about it. */
function FailedMessage({ clientId, text, reason }: FailedMessageProps) {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return (
    <div className={styles.failed} role="alert">
      <span>
        <span>{t('progress.failed')}</span>. <span>{reason}</span>
      </span>
      <Button
        size="small"
        aria-label={t('progress.retryLabel', { text: short })}
        onClick={() => retryMessage(clientId)}
      >
        {t('progress.retry')}
      </Button>
      <Button
        size="small"
        type="text"
        aria-label={t('progress.discardLabel', { text: short })}
        onClick={() => discardMessage(clientId)}
      >
        {t('progress.discard')}
      </Button>
    </div>
  )
}

const address = /https?:\/\/[^\s<>"'`]+/gi

type Piece = { text: string; href: string | null }

/** Splits a message into text and http(s) links. What ends a sentence is no part of a link. */
export function splitLinks(message: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const found of message.matchAll(address)) {
    const text = found[0].replace(/[.,;:!?)\]}]+$/, '')
    const href = safeHref(text)
    if (href === null) continue
    if (found.index > done) pieces.push({ text: message.slice(done, found.index), href: null })
    pieces.push({ text, href })
    done = found.index + text.length
  }
  if (done < message.length) pieces.push({ text: message.slice(done), href: null })
  return pieces
}

/** A message as it was written: text, never markup. */
export const MessageText = ({ text }: { text: string }) => (
  <p className={styles.text} translate="no">
    {splitLinks(text).map(({ text: piece, href }, at) =>
      href === null ? (
        piece
      ) : (
        <a key={at} href={href} target="_blank" rel="noopener noreferrer">
          {piece}
        </a>
      ),
    )}
  </p>
)
