import { useDeferredValue, useEffect, useRef } from 'react'
import { queryClient, logFailure, refreshNoun, refreshSoon, useSession, useSocketEvent } from '@interline/shared'
import type { News } from '@interline/shared'
import { useLocation, useSearchParams } from '@interline/shared/router'
import { Button, Icon, Input, NewsPill, PageTitle, RegionEmpty, RegionFailed, Skeleton } from '@interline/shared/ui'
import { markSeen } from './api.ts'
import type { ChatRow } from './api.ts'
import { ChatListRow } from './chat-list-row.tsx'
import { learnClientIds, useOutbox } from './outbox.ts'
import { partyOf } from './party.ts'
import { say } from './say.ts'
import { chatsKey, useChats } from './use-chats.ts'
import { useSteadyChats } from './use-steady-chats.ts'
import { usePresence } from './use-presence.ts'
import { useTypists } from './use-typists.ts'
import './chat-list.css'

/** Of a long list those that a window shows before it is scrolled: they are drawn at once, the others after them. */
const inSight = 10
// Of chat-list.css: with it the page keeps its length meanwhile.
const rowHeight = 68

export function ChatListPage() {
  const me = useSession(({ user }) => user?._id ?? '')
  const { pathname, search } = useLocation()
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const chats = useChats()
  const { standing, show } = useSteadyChats(chats, me)
  const card = useRef<HTMLElement>(null)
  useSocketEvent('receive-message', () => refreshSoon('chats'))

  // What a reload left unsent goes out from here too.
  useOutbox()
  const isOurs = chats.data?.some((chat) => chat?.party_id !== undefined) === true
  useEffect(() => {
    if (isOurs) learnClientIds()
  }, [isOurs])

  const sought = q.trim().toLowerCase()
  const shown = (standing?.rows ?? []).filter(({ full_name }) => sought === '' || (typeof full_name === 'string' && full_name.toLowerCase().includes(sought)))
  const drawn = shown.slice(0, Math.max(inSight, useDeferredValue(shown.length, 0)))

  const presence = usePresence(shown.flatMap((chat) => partyOf(chat, me) ?? []))
  const typists = useTypists()

  function typingIn(party: string | null): string | null {
    const typist = typists.findLast(({ partyId }) => partyId === party)
    if (!typist) return null
    return typist.senderId === party ? say('list.typing') : say('typing.replying', { count: 1, names: typist.name ?? say('chat.colleague') })
  }

  function find(name: string) {
    setParams(name === '' ? {} : { q: name }, { replace: true, preventScrollReset: true })
  }

  function see(party: string) {
    queryClient.setQueryData<ChatRow[]>(chatsKey, (rows) =>
      rows?.map((row) => (partyOf(row, me) === party ? { ...row, last_message_is_seen: true, unseen_count: 0 } : row)),
    )
    markSeen(party, me).then(
      () => refreshNoun('chats'),
      (error: unknown) => {
        logFailure('Marking a chat as seen', error)
        void refreshNoun('chats')
      },
    )
  }

  function showNews() {
    show()
    card.current?.focus({ preventScroll: true })
    if (card.current && card.current.getBoundingClientRect().top < 0) card.current.scrollIntoView({ block: 'start' })
  }

  function body() {
    if (chats.isPending) return <Skeleton className="il-chat-loading" avatar active paragraph={{ rows: 6 }} title={false} aria-label={say('list.loading')} />
    if (chats.data === undefined)
      return <RegionFailed what={say('list.what')} error={chats.error} onRetry={() => void chats.refetch()} retrying={chats.isFetching} />
    if (shown.length === 0)
      return <RegionEmpty title={say('list.empty')} text={sought === '' ? say('list.emptyText') : say('list.noMatchText', { q })} icon="chats" />
    return (
      <ul className="il-chats" aria-label={say('list.title')} {...(drawn.length < shown.length && { style: { minHeight: shown.length * rowHeight } })}>
        {drawn.map((chat, at) => {
          const party = partyOf(chat, me)
          return (
            <ChatListRow
              key={party ?? `row-${at}`}
              changes={standing?.changes.get(party ?? '') ?? 0}
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
      <PageTitle title={say('list.page')} parent={{ title: say('dashboard'), to: '/' }} />
      <section ref={card} className="il-card il-chat-list" tabIndex={-1} aria-labelledby="il-chat-list-title">
        <NewsPill text={newsText(standing?.news ?? null)} action={say('list.show')} onShow={showNews} />
        <header className="il-card-header">
          <div>
            <h2 id="il-chat-list-title">{say('list.title')}</h2>
            <p>{say('list.subtitle')}</p>
          </div>
        </header>
        <div className="il-chat-search" role="search" aria-label={say('list.title')}>
          <Input
            type="search"
            value={q}
            onChange={(event) => find(event.target.value)}
            aria-label={say('list.searchLabel')}
            placeholder={say('list.search')}
            prefix={<Icon id="search" />}
            maxLength={200}
          />
        </div>
        {chats.data !== undefined && chats.error && (
          <p className="il-chat-stale" role="status">
            {say('list.stale')}
            <Button size="small" onClick={() => void chats.refetch()} loading={chats.isFetching}>
              {say('progress.retry')}
            </Button>
          </p>
        )}
        {body()}
      </section>
    </>
  )
}

const newsText = (news: News | null) => news && (news.kind === 'new' ? say('list.new', { count: news.count }) : say('list.moved'))
