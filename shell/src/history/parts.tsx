import type { ReleaseFacts } from '@interline/federation/runtime'
import { useSay } from '../messages.ts'
import { TitledCard } from './titled-card.tsx'

/** The parts of the live release: version, owner, where from, and what stands ready when it fails. */
export function Parts({ live: { number, parts } }: { live: ReleaseFacts }) {
  const say = useSay()
  return (
    <TitledCard title={say('releases.parts', { number })}>
      <ul className="il-parts">
        {parts.map(({ part, title, owner, version, origin, fallback, off }) => (
          <li key={part}>
            <div>
              <h3>
                {title} <code>{part}</code>
              </h3>
              <p className="il-releases-soft">{owner}</p>
              {off !== null && <p className="il-parts-off">{say('releases.off', { message: off })}</p>}
            </div>
            <dl>
              <Fact term={say('about.version')} value={version} />
              <Fact term={say('releases.fallback')} value={fallback ?? say('releases.none')} />
              <Fact term={say('about.origin')} value={origin} />
            </dl>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
