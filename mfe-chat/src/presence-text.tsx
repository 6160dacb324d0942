import type { Presence } from '@interline/shared/contract'
import { RelativeTime } from '@interline/shared/ui'
import { say } from './say.ts'
import './presence.css'

/** `Online`, or when the person was last seen. */
export function PresenceText({ presence: { isOnline, lastSeenAt } }: { presence: Presence }) {
  if (isOnline) return <>{say('presence.online')}</>
  if (lastSeenAt === null) return <>{say('presence.offline')}</>
  return (
    <>
      {say('presence.lastSeen')} <RelativeTime value={lastSeenAt} />
    </>
  )
}

/** Beside a picture; what it means stands as text nearby. */
export const PresenceDot = ({ presence }: { presence: Presence | undefined }) =>
  presence !== undefined && <span className="il-presence-dot" data-online={presence.isOnline} aria-hidden="true" />
