import { useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react'
import { queryClient, logFailure, refreshResource } from '@interline/shared/api'
import { refreshSoon, useSocketEvent } from '@interline/shared/realtime'
import { usePermitted, useSession } from '@interline/shared/session'
import type { PendingChanges } from '@interline/shared/realtime'
import {
  Button,
  Icon,
  Input,
  ChangesBadge,
  EmptyState,
  ErrorState,
  lazyWithRetry,
  Skeleton,
} from '@interline/shared/ui'
import { markSeen } from '../api.ts'
import { ChatListRow } from './chat-list-row.tsx'
import { learnClientIds, useOutbox } from '../outbox/outbox.ts'
import { partyOf } from '../party/party.ts'
import { t } from '../messages.ts'
import { chatsKey, useChats } from '../use-chats.ts'
import type { Chats } from '../use-chats.ts'
import { listAddress } from '../list-view.ts'
import type { ListView } from '../list-view.ts'
import { useSteadyChats } from './use-stable-order.ts'
import { ChatFilters } from '../chat-work/chat-filters.tsx'
import { usePresence } from '../presence/use-presence.ts'
import { useTypingUsers } from '../presence/use-typing-users.ts'
import * as styles from './chat-list.module.css'

/** Of a long list those that a window shows before it is scrolled: they are drawn at once, the others after them. */
const visibleRows = 10
// Of chat-list.css: with it the page keeps its length meanwhile.
const rowHeight = 68

const MoreChats = lazyWithRetry(async () => (await import('../chat-work/list-tools.ts')).MoreChats)
const FoundMessages = lazyWithRetry(async () => (await import('../chat-work/list-tools.ts')).FoundMessages)

type ChatListProps = {
  view: ListView
  /** Whose conversation stands beside the list; then the list scrolls by itself. */
  opened?: string
}

/** SPEC §2, Chat List: its search, its filters and its rows. */
export function ChatList({ view: { params, linkTo, change }, opened }: ChatListProps) {
  const me = useSession(({ user }) => user?._id ?? '')
  const mayWrite = usePermitted('chats:write')
  const q = params.get('q') ?? ''
  const hasTools = usePermitted('records:read')
  const sought = q.trim().toLowerCase()
  const view = {
    ...(params.get('show') && { show: params.get('show') ?? '' }),
    ...(params.get('sort') === 'unread' && { sort: 'unread' }),
    ...(sought !== '' && { q: q.trim().slice(0, 200) }),
  }
  const chats = useChats(view)
  const isPaged = chats.data?.isPaged === true
  const { reconciled, show } = useSteadyChats(chats, me, isPaged ? JSON.stringify(view) : '')
  const card = useRef<HTMLElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  useSocketEvent('receive-message', () => refreshSoon('chats'))

  // What a reload left unsent goes out from here too.
  useOutbox()
  const isOurs = chats.data?.rows.some((chat) => chat?.party_id !== undefined) === true
  useEffect(() => {
    if (isOurs) learnClientIds()
  }, [isOurs])

  const shown = (reconciled?.rows ?? []).filter(
    ({ full_name }) =>
      isPaged || sought === '' || (typeof full_name === 'string' && full_name.toLowerCase().includes(sought)),
  )
  const drawn = shown.slice(0, Math.max(visibleRows, useDeferredValue(shown.length, 0)))

  const from = listAddress(params)
  const presence = usePresence(shown.flatMap((chat) => partyOf(chat, me) ?? []))
  const typingUsers = useTypingUsers()

  function typingIn(party: string | null): string | null {
    const user = typingUsers.findLast(({ partyId }) => partyId === party)
    if (!user) return null
    return user.senderId === party
      ? t('list.typing')
      : t('typing.replying', { count: 1, names: user.name ?? t('chat.colleague') })
  }

  function find(name: string) {
    const next = new URLSearchParams(params)
    if (name === '') next.delete('q')
    else next.set('q', name)
    change(next, { replace: true })
  }

  function see(party: string) {
    if (!mayWrite) return
    queryClient.setQueriesData<Chats>(
      { queryKey: chatsKey },
      (list) =>
        list && {
          ...list,
          rows: list.rows.map((row) =>
            partyOf(row, me) === party ? { ...row, last_message_is_seen: true, unseen_count: 0 } : row,
          ),
        },
    )
    markSeen(party, me).then(
      () => refreshResource('chats'),
      (error: unknown) => {
        logFailure('Marking a chat as seen', error)
        void refreshResource('chats')
      },
    )
  }

  function emptyText() {
    if (sought !== '') return t('list.noMatchText', { q })
    return t(view.show === undefined ? 'list.emptyText' : 'list.noneSuchText')
  }

  // Such as after the key to who waits next, or the first time beside the list.
  const hasOpened = drawn.some((chat) => partyOf(chat, me) === opened)
  useLayoutEffect(() => {
    if (hasOpened && rows.current) scrollWithin(rows.current, rows.current.querySelector('[aria-current]'))
  }, [opened, hasOpened])

  function showChanges() {
    show()
    rows.current?.scrollTo?.({ top: 0 })
    card.current?.focus({ preventScroll: true })
    if (card.current && card.current.getBoundingClientRect().top < 0) card.current.scrollIntoView({ block: 'start' })
  }

  function body() {
    if (chats.isPending)
      return (
        <Skeleton
          className={styles.loading}
          avatar
          active
          paragraph={{ rows: 6 }}
          title={false}
          aria-label={t('list.loading')}
        />
      )
    if (chats.data === undefined)
      return (
        <ErrorState
          what={t('list.what')}
          error={chats.error}
          onRetry={() => void chats.refetch()}
          retrying={chats.isFetching}
        />
      )
    if (shown.length === 0) return <EmptyState title={t('list.empty')} text={emptyText()} icon="chats" />
    return (
      <ul
        className={styles.list}
        aria-label={t('list.title')}
        {...(drawn.length < shown.length && { style: { minHeight: shown.length * rowHeight } })}
      >
        {drawn.map((chat, at) => {
          const party = partyOf(chat, me)
          return (
            <ChatListRow
              key={party ?? `row-${at}`}
              changes={reconciled?.changes.get(party ?? '') ?? 0}
              chat={chat}
              me={me}
              from={from}
              isOpened={party !== null && party === opened}
              presence={party === null ? undefined : presence.get(party)}
              typing={typingIn(party)}
              onOpen={see}
            />
          )
        })}
      </ul>
    )
  }

  const found = hasTools && [...sought].length > 1 && <FoundMessages q={q.trim()} from={from} />
  return (
    <>
      <section
        ref={card}
        className={`il-card ${styles.card} ${opened === undefined ? '' : styles.beside}`}
        tabIndex={-1}
        aria-labelledby="il-chat-list-title"
      >
        <header className="il-card-header">
          <div>
            <h2 id="il-chat-list-title">{t('list.title')}</h2>
            <p>{t('list.subtitle')}</p>
          </div>
          <ChangesBadge
            text={changesText(reconciled?.pending ?? null, 'Short')}
            said={changesText(reconciled?.pending ?? null)}
            action={t('list.show')}
            onShow={showChanges}
          />
        </header>
        <div className={styles.search} role="search" aria-label={t('list.title')}>
          <Input
            type="search"
            value={q}
            onChange={(event) => find(event.target.value)}
            aria-label={t('list.searchLabel')}
            placeholder={t('list.search')}
            prefix={<Icon id="search" />}
            maxLength={200}
          />
        </div>
        {hasTools && (
          <div className={styles.tools}>
            <ChatFilters params={params} linkTo={linkTo} change={change} />
          </div>
        )}
        {chats.data !== undefined && chats.error && (
          <p className={styles.stale} role="status">
            {t('list.stale')}
            <Button size="small" onClick={() => void chats.refetch()} loading={chats.isFetching}>
              {t('progress.retry')}
            </Button>
          </p>
        )}
        <div ref={rows} className={styles.rows}>
          {body()}
          {isPaged && chats.data?.next !== undefined && !chats.isPlaceholderData && (
            <MoreChats key={chats.data.next} view={view} />
          )}
          {opened !== undefined && found}
        </div>
      </section>
      {opened === undefined && found}
    </>
  )
}

/** Brings a row of the list into sight, and moves the page for nothing. */
function scrollWithin(list: HTMLElement, row: Element | null) {
  if (row === null) return
  const [seen, box] = [list.getBoundingClientRect(), row.getBoundingClientRect()]
  if (box.top < seen.top) list.scrollTop -= seen.top - box.top
  else if (box.bottom > seen.bottom) list.scrollTop += box.bottom - seen.bottom
}

const changesText = (pending: PendingChanges | null, how: '' | 'Short' = '') =>
  pending && t(pending.kind === 'new' ? `list.new${how}` : `list.moved${how}`, { count: pending.count })
