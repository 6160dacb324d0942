import { useEffect, useRef } from 'react'
import { isApiError, useConnection } from '@interline/shared'
import { Button, Icon, RegionEmpty, RegionFailed, Skeleton } from '@interline/shared/ui'
import { ChatHeader } from './chat-header.tsx'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { say } from './say.ts'
import { TypingLine } from './typing-line.tsx'
import { useConversation } from './use-conversation.ts'
import { useOnlookers } from './use-onlookers.ts'
import { useParty } from './use-party.ts'
import { usePresence } from './use-presence.ts'
import { useSeen } from './use-seen.ts'
import { useTypists } from './use-typists.ts'
import './chat.css'

export function ChatPanel({ partyId }: { partyId: string }) {
  const panel = useRef<HTMLElement>(null)
  const party = useParty(partyId)
  const talk = useConversation(partyId)
  const lost = useConnection(({ state }) => state === 'lost')
  useSeen(partyId, talk.lines)
  const presence = usePresence([partyId]).get(partyId)
  const onlookers = useOnlookers(partyId)
  const typists = useTypists().filter((one) => one.partyId === partyId)

  const name = party.name ?? (party.loading ? '…' : partyId)
  useEffect(() => {
    document.title = `${say('chat.heading', { name })} · Interline`
  }, [name])
  // With the frame around it the panel of 92vh can reach below the window: begin where one writes.
  useEffect(() => {
    panel.current?.scrollIntoView?.({ block: 'end' })
  }, [])

  const isUnknown = isApiError(talk.error) && talk.error.status === 404

  function body() {
    if (isUnknown && talk.lines.length === 0)
      return <RegionEmpty title={say('chat.unknownTitle')} text={say('chat.unknownText')} icon="account" />
    if (talk.error && talk.lines.length === 0)
      return <RegionFailed what={say('chat.what')} error={talk.error} onRetry={talk.retry} retrying={talk.refreshing} />
    if (talk.loading && talk.lines.length === 0)
      return <Skeleton className="il-talk-loading" active title={false} paragraph={{ rows: 6 }} aria-label={say('chat.loading')} />
    if (talk.lines.length === 0) return <RegionEmpty title={say('chat.empty')} text={say('chat.emptyText', { name })} icon="message" />
    return <MessageList lines={talk.lines} name={name} earlier={talk.earlier} />
  }

  return (
    <section className="il-card il-talk" ref={panel} aria-labelledby="il-talk-title">
      <ChatHeader party={party} name={name} presence={presence} onlookers={onlookers} />
      {lost && (
        <p className="il-talk-notice il-talk-lost" role="status">
          <Icon id="wifi-off" size={16} />
          <span>{say('chat.lost')}</span>
        </p>
      )}
      {(talk.stale || (talk.error && talk.lines.length > 0)) && (
        <p className="il-talk-notice" role="status">
          {say(isUnknown ? 'chat.unknownText' : 'chat.stale')}
          <Button size="small" onClick={talk.retry} loading={talk.refreshing}>
            {say('progress.retry')}
          </Button>
        </p>
      )}
      <div className="il-talk-body">{body()}</div>
      <TypingLine typists={typists} partyId={partyId} name={name} />
      <Composer partyId={partyId} name={name} onSend={(text) => talk.send(text, party.role)} />
    </section>
  )
}
