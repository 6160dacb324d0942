import { useDeferredValue, useLayoutEffect, useRef } from 'react'
import { makeChange } from '@interline/shared/api'
import { searchMaxLength } from '@interline/shared/contract'
import { refreshSoon, useSocketEvent } from '@interline/shared/realtime'
import { useBackend, usePermitted, useSession } from '@interline/shared/session'
import type { PendingChanges } from '@interline/shared/realtime'
import { Button, Icon, Input, ChangesBadge, EmptyState, lazyWithRetry, useTypedTerm } from '@interline/shared/ui'
import { markingSeen } from '../api.ts'
import { ChatListRow } from './chat-list-row.tsx'
import { partyOf } from '../party/party.ts'
import { t } from '../messages.ts'
import { NotLoaded } from '../not-loaded.tsx'
import { useChats } from '../use-chats.ts'
import { listAddress } from './list-view.ts'
import type { ListView } from './list-view.ts'
import { useSteadyChats } from './use-stable-order.ts'
import { ChatFilters } from './chat-filters.tsx'
import { usePresence } from '../presence/use-presence.ts'
import { useTypingUsers } from '../presence/use-typing-users.ts'
import * as styles from './chat-list.module.css'

/** The rows of a long list that a window shows before it is scrolled: they are drawn at once, the others after them. */
const visibleRows = 10
// This is the height in chat-list.css: with it the page keeps its length meanwhile.
const rowHeight = 68

// One chunk: both come with a long list or a search.
const MoreChats = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "list-tools" */ './more-chats.tsx')).MoreChats,
)
const FoundMessages = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "list-tools" */ './found-messages.tsx')).FoundMessages,
)

type ChatListProps = {
  view: ListView
  /** The person whose conversation stands beside the list; then the list scrolls by itself. */
  opened?: string
}

/** SPEC §2, Chat List: its search, its filters and its rows. */
export function ChatList({ view: { params, linkTo, change }, opened }: ChatListProps) {
  const me = useSession(({ user }) => user?._id ?? '')
  const mayWrite = usePermitted('chats:write')
  const q = params.get('q') ?? ''
  const hasTools = useBackend().has('conversations')
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

  const search = useTypedTerm(q, (term) => change('q', term, { replace: true }))

  function see(party: string) {
    if (mayWrite) makeChange(markingSeen, { sender_id: party, receiver_id: me }).catch(() => undefined)
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
    if (chats.data === undefined)
      return (
        <NotLoaded
          className={styles.loading}
          query={chats}
          what={t('list.what')}
          loading={t('list.loading')}
          rows={6}
          avatar
        />
      )
    if (shown.length === 0) return <EmptyState title={t('list.empty')} text={emptyText()} icon="chats" />
    return (
      <ul
        className={`il-lines ${styles.list}`}
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
            value={search.typed}
            onChange={(event) => search.take(event.target.value)}
            aria-label={t('list.searchLabel')}
            placeholder={t('list.search')}
            prefix={<Icon id="search" />}
            maxLength={searchMaxLength}
          />
        </div>
        {hasTools && (
          <div className={styles.tools}>
            <ChatFilters params={params} linkTo={linkTo} change={change} />
          </div>
        )}
        {chats.data !== undefined && chats.error && (
          <p className="il-note il-note-bar" role="status">
            <span>{t('list.stale')}</span>
            <Button size="small" onClick={() => void chats.refetch()} loading={chats.isFetching}>
              {t('progress.retry')}
            </Button>
          </p>
        )}
        <div ref={rows} className={styles.rows}>
          {body()}
          {chats.data && chats.hasNextPage && !chats.isPlaceholderData && (
            <MoreChats key={chats.data.pages.length} chats={chats} />
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
