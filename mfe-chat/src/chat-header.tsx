import { Link } from '@interline/shared/router'
import type { Onlooker, Presence } from '@interline/shared/contract'
import { Icon, PersonCell, whenLong } from '@interline/shared/ui'
import { PresenceDot, PresenceText } from './presence-text.tsx'
import { isScreen } from './route-state.ts'
import { say } from './say.ts'
import type { Party } from './use-party.ts'

function backLabel(from: string): string {
  if (isScreen(from, '/drivers')) return say('chat.backToDrivers')
  return isScreen(from, '/users') ? say('chat.backToUsers') : say('chat.backToChats')
}

type ChatHeaderProps = { party: Party; name: string; presence: Presence | undefined; onlookers: readonly Onlooker[] }

export function ChatHeader({ party, name, presence, onlookers }: ChatHeaderProps) {
  const names = onlookers.map(({ full_name }) => full_name).join(', ')
  return (
    <header className="il-talk-header">
      <Link className="il-talk-back" to={party.from} state={{ isReturn: true }}>
        <Icon id="arrow-left" size={18} />
        <span>{backLabel(party.from)}</span>
      </Link>
      <div className="il-talk-person">
        <span className="il-talk-picture" aria-hidden="true">
          <PersonCell name={name} picture={party.picture} />
          <PresenceDot presence={presence} />
        </span>
        <div className="il-talk-who">
          <div className="il-talk-name">
            <h1 id="il-talk-title" {...whenLong(name)}>{say('chat.heading', { name })}</h1>
            {party.role !== null && <span className="il-chat-role">{say(`role.${party.role}`)}</span>}
          </div>
          <p className="il-talk-presence">
            {presence !== undefined && (
              <span data-online={presence.isOnline}>
                <PresenceText presence={presence} />
              </span>
            )}
            {onlookers.length > 0 && (
              <span className="il-talk-onlookers" title={say('presence.alsoHere', { count: onlookers.length, names })}>
                <Icon id="eye" size={14} />
                <span>{say('presence.alsoHere', { count: onlookers.length, names })}</span>
              </span>
            )}
          </p>
        </div>
      </div>
    </header>
  )
}
