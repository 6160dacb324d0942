import type { FailureFacts } from '@interline/federation/runtime'
import { RelativeTime } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { TitledCard } from './titled-card.tsx'

/** Versions of remotes that failed in people's pages, of the live release and of the canary. */
export function Failures({ failures }: { failures: FailureFacts[] }) {
  const say = useSay()
  return (
    <TitledCard title={say('releases.failures')}>
      {failures.length === 0 && <p className="il-releases-none">{say('releases.noFailures')}</p>}
      {failures.length > 0 && (
        <ul className="il-failures">
          {failures.map(({ release, remote, version, phase, count, at, message }) => (
            <li key={`${release} ${remote} ${version} ${phase}`}>
              <h3>
                {remote} {version}
              </h3>
              <p>
                {say(`releases.phase.${phase}`)} · {say('releases.times', { count })} · {say('release', { number: release })} · <RelativeTime value={at} />
              </p>
              <p className="il-releases-soft">{message}</p>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}
