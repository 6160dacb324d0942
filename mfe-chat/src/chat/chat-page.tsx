import { useEffect, useRef, useState } from 'react'
import { isApiError } from '@interline/shared/api'
import { useConnection } from '@interline/shared/realtime'
import { useParams, useSearchParams } from '@interline/shared/router'
import { useBackend, usePermitted } from '@interline/shared/session'
import { bottomBar, Button, Icon, EmptyState, lazyWithRetry, useNarrow } from '@interline/shared/ui'
import { insertText } from '../canned-replies/insert-text.ts'
import { ChatList } from '../list/chat-list.tsx'
import { useListView } from '../list/list-view.ts'
import { ChatHeader } from './chat-header.tsx'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { t } from '../messages.ts'
import { NotLoaded } from '../not-loaded.tsx'
import { TypingIndicator } from '../presence/typing-indicator.tsx'
import { useConversation } from '../conversation/use-conversation.ts'
import { useViewers } from '../presence/use-viewers.ts'
import { useParty } from '../party/use-party.ts'
import { usePresence } from '../presence/use-presence.ts'
import { useMarkSeen } from '../conversation/use-mark-seen.ts'
import { useTypingUsers } from '../presence/use-typing-users.ts'
import * as styles from './chat-page.module.css'

const ConversationTools = lazyWithRetry(async () => (await import('./conversation-tools.tsx')).ConversationTools)
const PersonBookings = lazyWithRetry(async () => (await import('./person-bookings.tsx')).PersonBookings)

/**
 * SPEC §2, Chat screen, with the Chat List at its left where there is room. Each person has a panel of their own:
 * nothing of one conversation shows in another.
 */
export function ChatPage() {
  const { id = '' } = useParams()
  const isBesideList = !useNarrow(1199)
  const view = useListView(id)
  return (
    <div className={isBesideList ? styles.besideList : undefined}>
      {isBesideList && <ChatList view={view} opened={id} />}
      <ChatPanel key={id} partyId={id} />
    </div>
  )
}

/** Whether somebody types already, such as into the search of the header while this screen is loaded. */
const isTypedElsewhere = () => document.activeElement?.closest('input, textarea, [role="dialog"]') != null

function ChatPanel({ partyId }: { partyId: string }) {
  const panel = useRef<HTMLElement>(null)
  const party = useParty(partyId)
  const { lines, query, earlier, send } = useConversation(partyId)
  const mayWrite = usePermitted('chats:write')
  const hasTools = useBackend().has('conversations')
  const sought = Math.max(0, Number(useSearchParams()[0].get('message'))) || null
  const [hasBookings, setHasBookings] = useState(false)
  const bookingsOpener = useRef<HTMLElement>(null)
  const lost = useConnection(({ state }) => state === 'lost')
  useMarkSeen(partyId, lines)
  const presence = usePresence([partyId]).get(partyId)
  const viewers = useViewers(partyId)
  const typingUsers = useTypingUsers().filter((one) => one.partyId === partyId)

  const name = party.name ?? (party.loading ? '…' : partyId)
  const title = t('chat.heading', { name })
  useEffect(() => {
    document.title = `${title} · Interline`
  }, [title])
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

  const isUnknown = !query.data && isApiError(query.error) && [400, 404].includes(query.error.status)

  function body() {
    if (lines.length > 0) return <MessageList lines={lines} name={name} earlier={earlier} sought={sought} />
    if (isUnknown) return <EmptyState title={t('chat.unknownTitle')} text={t('chat.unknownText')} icon="account" />
    if (query.data) return <EmptyState title={t('chat.empty')} text={t('chat.emptyText', { name })} icon="message" />
    return (
      <NotLoaded className={styles.loading} query={query} what={t('chat.what')} loading={t('chat.loading')} rows={6} />
    )
  }

  return (
    <section className={`il-card ${styles.panel}`} ref={panel} aria-labelledby="il-talk-title">
      <ChatHeader party={party} name={name} presence={presence} viewers={viewers}>
        {hasTools && (
          <div className={styles.tools}>
            <ConversationTools
              party={party}
              hasBookings={hasBookings}
              onBookings={(opener) => {
                bookingsOpener.current = opener
                setHasBookings((shown) => !shown)
              }}
            />
          </div>
        )}
      </ChatHeader>
      {lost && (
        <p className={`il-note il-note-bar ${styles.notice} ${styles.lost}`} role="status">
          <Icon id="wifi-off" size={16} />
          <span>{t('chat.lost')}</span>
        </p>
      )}
      {query.error && (query.data || lines.length > 0) && (
        <p className={`il-note il-note-bar ${styles.notice}`} role="status">
          <span>{t(isUnknown ? 'chat.unknownText' : 'chat.stale')}</span>
          <Button size="small" onClick={() => void query.refetch()} loading={query.isFetching}>
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
            {...(mayWrite && { onInsert: (text) => insertText(panel.current?.querySelector('textarea'), text) })}
          />
        )}
      </div>
      <TypingIndicator typingUsers={typingUsers} partyId={partyId} name={name} />
      <div className={styles.bar} ref={bottomBar}>
        {mayWrite ? (
          <Composer partyId={partyId} name={name} fullName={party.name} onSend={(text) => send(text, party.role)} />
        ) : (
          <p className={`il-soft ${styles.readOnly}`}>{t('chat.readOnly')}</p>
        )}
      </div>
    </section>
  )
}
