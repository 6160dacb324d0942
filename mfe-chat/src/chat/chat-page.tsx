import { useCallback, useEffect, useRef, useState } from 'react'
import { isApiError } from '@interline/shared/api'
import { useConnection } from '@interline/shared/realtime'
import { useParams, useSearchParams } from '@interline/shared/router'
import { usePermitted } from '@interline/shared/session'
import {
  bottomBar,
  Button,
  Icon,
  EmptyState,
  ErrorState,
  lazyWithRetry,
  Skeleton,
  useNarrow,
} from '@interline/shared/ui'
import { ListBeside } from '../chat-list/list-beside.tsx'
import { ActResultText } from '../chat-work/act-result.tsx'
import type { ActResult } from '../chat-work/act-result.tsx'
import { ChatHeader } from './chat-header.tsx'
import { Composer } from '../composer/composer.tsx'
import type { ComposerHandle } from '../composer/composer.tsx'
import { MessageList } from '../message/message-list.tsx'
import { t } from '../messages.ts'
import { TypingIndicator } from '../presence/typing-indicator.tsx'
import { useConversation } from '../conversation/use-conversation.ts'
import { useViewers } from '../presence/use-viewers.ts'
import { useParty } from '../party/use-party.ts'
import { usePresence } from '../presence/use-presence.ts'
import { useMarkSeen } from '../conversation/use-mark-seen.ts'
import { useTypingUsers } from '../presence/use-typing-users.ts'
import * as styles from './chat-page.module.css'

const ConversationTools = lazyWithRetry(
  async () => (await import('../chat-work/conversation-tools.tsx')).ConversationTools,
)
const PersonBookings = lazyWithRetry(async () => (await import('../chat-work/person-bookings.tsx')).PersonBookings)

/**
 * SPEC §2, Chat screen, with the Chat List at its left where there is room. Each person has a panel of their own:
 * nothing of one conversation shows in another.
 */
export function ChatPage() {
  const { id = '' } = useParams()
  const isBesideList = !useNarrow(1199)
  return (
    <div className={isBesideList ? styles.besideList : undefined}>
      {isBesideList && <ListBeside partyId={id} />}
      <ChatPanel key={id} partyId={id} />
    </div>
  )
}

/** Before what stands in the tab's title beside it: effects run in the order of the screen. */
function TabTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = `${title} · Interline`
  }, [title])
  return null
}

/** Whether somebody types already, such as into the search of the header while this screen is loaded. */
const isTypedElsewhere = () => document.activeElement?.closest('input, textarea, [role="dialog"]') != null

function ChatPanel({ partyId }: { partyId: string }) {
  const panel = useRef<HTMLElement>(null)
  const party = useParty(partyId)
  const conversation = useConversation(partyId)
  const mayWrite = usePermitted('chats:write')
  const hasTools = usePermitted('records:read')
  const sought = Math.max(0, Number(useSearchParams()[0].get('message'))) || null
  const [hasBookings, setHasBookings] = useState(false)
  const [result, setResult] = useState<ActResult | null>(null)
  const forgetResult = useCallback(() => setResult(null), [])
  const bookingsOpener = useRef<HTMLElement>(null)
  const composer = useRef<ComposerHandle>(null)
  const lost = useConnection(({ state }) => state === 'lost')
  useMarkSeen(partyId, conversation.lines)
  const presence = usePresence([partyId]).get(partyId)
  const viewers = useViewers(partyId)
  const typingUsers = useTypingUsers().filter((one) => one.partyId === partyId)

  const name = party.name ?? (party.loading ? '…' : partyId)
  // Header and footer around it can push the panel of 92vh below the window: scroll to its input.
  useEffect(() => {
    panel.current?.scrollIntoView?.({ block: 'end' })
  }, [])
  // Once: a chat that is shown again gives the focus back to where it was. On touch it would bring up the keyboard; a
  // machine without a pointer is used by keys alone.
  const wasOpened = useRef(false)
  useEffect(() => {
    const first = !wasOpened.current
    wasOpened.current = true
    if (!first || isTypedElsewhere() || window.matchMedia('(pointer: coarse)').matches) return
    const input = panel.current?.querySelector('textarea')
    input?.focus({ preventScroll: true })
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])

  const isUnknown = isApiError(conversation.error) && [400, 404].includes(conversation.error.status)

  function body() {
    if (isUnknown && conversation.lines.length === 0)
      return <EmptyState title={t('chat.unknownTitle')} text={t('chat.unknownText')} icon="account" />
    if (conversation.error && conversation.lines.length === 0)
      return (
        <ErrorState
          what={t('chat.what')}
          error={conversation.error}
          onRetry={conversation.retry}
          retrying={conversation.refreshing}
        />
      )
    if (conversation.loading && conversation.lines.length === 0)
      return (
        <Skeleton
          className={styles.loading}
          active
          title={false}
          paragraph={{ rows: 6 }}
          aria-label={t('chat.loading')}
        />
      )
    if (conversation.lines.length === 0)
      return <EmptyState title={t('chat.empty')} text={t('chat.emptyText', { name })} icon="message" />
    return <MessageList lines={conversation.lines} name={name} earlier={conversation.earlier} sought={sought} />
  }

  return (
    <section className={`il-card ${styles.panel}`} ref={panel} aria-labelledby="il-talk-title">
      <TabTitle title={t('chat.heading', { name })} />
      <ChatHeader party={party} name={name} presence={presence} viewers={viewers}>
        {hasTools && (
          <div className={styles.tools}>
            <ConversationTools
              party={party}
              hasBookings={hasBookings}
              onResult={setResult}
              onBookings={(opener) => {
                bookingsOpener.current = opener
                setHasBookings((shown) => !shown)
              }}
            />
          </div>
        )}
      </ChatHeader>
      {lost && (
        <p className={`${styles.notice} ${styles.lost}`} role="status">
          <Icon id="wifi-off" size={16} />
          <span>{t('chat.lost')}</span>
        </p>
      )}
      {(conversation.stale || (conversation.error && conversation.lines.length > 0)) && (
        <p className={styles.notice} role="status">
          {t(isUnknown ? 'chat.unknownText' : 'chat.stale')}
          <Button size="small" onClick={conversation.retry} loading={conversation.refreshing}>
            {t('progress.retry')}
          </Button>
        </p>
      )}
      <div className={styles.middle}>
        <div className={styles.body}>{body()}</div>
        {hasTools && hasBookings && (
          <PersonBookings
            partyId={partyId}
            name={name}
            onClose={() => {
              setHasBookings(false)
              bookingsOpener.current?.focus()
            }}
            {...(mayWrite && { onInsert: (text: string) => composer.current?.insert(text) })}
          />
        )}
      </div>
      <TypingIndicator typingUsers={typingUsers} partyId={partyId} name={name} />
      <div className={styles.bar} ref={bottomBar}>
        <ActResultText result={result} onRead={forgetResult} />
        {mayWrite ? (
          <Composer
            handle={composer}
            partyId={partyId}
            name={name}
            fullName={party.name}
            onSend={(text) => conversation.send(text, party.role)}
          />
        ) : (
          <p className={styles.readOnly}>{t('chat.readOnly')}</p>
        )}
      </div>
    </section>
  )
}
