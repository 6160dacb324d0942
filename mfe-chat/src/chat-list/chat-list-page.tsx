import { useDeferredValue, useEffect, useRef } from 'react'
import { queryClient, logFailure, refreshResource } from '@interline/shared/api'
import { refreshSoon, useSocketEvent } from '@interline/shared/realtime'
import { usePermitted, useSession } from '@interline/shared/session'
import type { PendingChanges } from '@interline/shared/realtime'
import { useLocation, useSearchParams } from '@interline/shared/router'
import {
  Button,
  Icon,
  Input,
  ChangesBadge,
  PageTitle,
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

export function ChatListPage() {
  const me = useSession(({ user }) => user?._id ?? '')
  const mayWrite = usePermitted('chats:write')
  const { pathname, search } = useLocation()
  const [params, setParams] = useSearchParams()
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
    const { q: _, ...others } = Object.fromEntries(params)
    setParams(name === '' ? others : { ...others, q: name }, { replace: true, preventScrollReset: true })
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

  function showChanges() {
    show()
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
              from={pathname + search}
              presence={party === null ? undefined : presence.get(party)}
              typing={typingIn(party)}
              onOpen={see}
            />
          )
        })}
      </ul>
    )
  }

  return (
    <>
      <PageTitle title={t('list.page')} parent={{ title: t('dashboard'), to: '/' }} />
      <section ref={card} className="il-card" tabIndex={-1} aria-labelledby="il-chat-list-title">
        <ChangesBadge text={changesText(reconciled?.pending ?? null)} action={t('list.show')} onShow={showChanges} />
        <header className="il-card-header">
          <div>
            <h2 id="il-chat-list-title">{t('list.title')}</h2>
            <p>{t('list.subtitle')}</p>
          </div>
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
            <ChatFilters />
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
        {body()}
        {isPaged && chats.data?.next !== undefined && !chats.isPlaceholderData && (
          <MoreChats key={chats.data.next} view={view} />
        )}
      </section>
      {hasTools && sought.length > 1 && <FoundMessages q={q.trim()} />}
    </>
  )
}

const changesText = (pending: PendingChanges | null) =>
  pending && (pending.kind === 'new' ? t('list.new', { count: pending.count }) : t('list.moved'))
