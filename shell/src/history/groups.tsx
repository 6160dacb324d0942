import type { ReactNode } from 'react'
import type { CanaryFacts, ReleaseFacts } from '@interline/federation/runtime'
import { ChatTime } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { DiffView } from './diff-view.tsx'
import { TitledCard } from './titled-card.tsx'

/** Which release each group of administrators gets. */
export function Groups({ live, canary }: { live: ReleaseFacts; canary: CanaryFacts | null }) {
  const say = useSay()
  const served = canary && !canary.held ? canary.percent : 0
  const rest = say(served > 0 ? 'releases.share' : 'releases.everybody', { percent: Number((100 - served).toFixed(2)) })
  return (
    <TitledCard title={say('releases.groups')}>
      <ul className="il-groups">
        <Group who={rest} release={live} />
        {canary && (
          <Group who={say('releases.share', { percent: canary.percent })} release={canary} note={say('releases.canary')}>
            {canary.held && <p className="il-groups-held">{say('releases.held', { reason: canary.held.reason })}</p>}
            <DiffView diff={canary.diff} />
          </Group>
        )}
      </ul>
    </TitledCard>
  )
}

type GroupProps = { who: string; release: ReleaseFacts; note?: string; children?: ReactNode }

function Group({ who, release: { number, createdAt, createdBy, reason, expiresAt }, note, children }: GroupProps) {
  const say = useSay()
  return (
    <li>
      <p className="il-groups-who">{who}</p>
      <div>
        <p className="il-groups-release">
          {say('release', { number })}
          {note !== undefined && <span className="il-count">{note}</span>}
        </p>
        <p className="il-releases-reason">{reason}</p>
        <p className="il-releases-soft">
          {say('releases.madeBy', { by: createdBy })} · <ChatTime value={createdAt} /> · {say('releases.ends')} <ChatTime value={expiresAt} />
        </p>
        {children}
      </div>
    </li>
  )
}
