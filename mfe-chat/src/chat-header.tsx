import { Link } from '@interline/shared/router'
import { Icon, PersonCell } from '@interline/shared/ui'
import { isScreen } from './route-state.ts'
import { say } from './say.ts'
import type { Party } from './use-party.ts'

function backLabel(from: string): string {
  if (isScreen(from, '/drivers')) return say('chat.backToDrivers')
  return isScreen(from, '/users') ? say('chat.backToUsers') : say('chat.backToChats')
}

export function ChatHeader({ party, name }: { party: Party; name: string }) {
  return (
    <header className="il-talk-header">
      <Link className="il-talk-back" to={party.from}>
        <Icon id="arrow-left" size={18} />
        <span>{backLabel(party.from)}</span>
      </Link>
      <div className="il-talk-person">
        <span className="il-talk-picture" aria-hidden="true">
          <PersonCell name={name} picture={party.picture} />
        </span>
        <h1 id="il-talk-title">{say('chat.heading', { name })}</h1>
        {party.role !== null && <span className="il-chat-role">{say(`role.${party.role}`)}</span>}
      </div>
    </header>
  )
}
