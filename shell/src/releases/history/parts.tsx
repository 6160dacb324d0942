import type { ReleaseFacts } from '@interline/federation/runtime'
import { useT } from '../../messages.ts'
import { TitledCard } from '../../page/titled-card.tsx'
import * as styles from './releases.module.css'

/** The parts of the live release: version, owner, where from, and its last known good version. */
export function Parts({ live: { number, parts } }: { live: ReleaseFacts }) {
  const t = useT()
  return (
    <TitledCard title={t('releases.parts', { number })}>
      <ul className={styles.parts}>
        {parts.map(({ part, title, owner, version, origin, fallback, off }) => (
          <li key={part}>
            <div>
              <h3>
                {title} <code>{part}</code>
              </h3>
              <p className={styles.soft}>{owner}</p>
              {off !== null && <p className={styles.off}>{t('releases.off', { message: off })}</p>}
            </div>
            <dl>
              <Fact term={t('about.version')} value={version} />
              <Fact term={t('releases.fallback')} value={fallback ?? t('releases.none')} />
              <Fact term={t('about.origin')} value={origin} />
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
