import type { HistoryEntry } from '@interline/federation/runtime'
import { DateTimeText } from '@interline/shared/ui'
import { useT } from './texts.ts'
import { Changes } from './changes.tsx'
import { TitledCard } from '../../page/titled-card.tsx'
import * as styles from './releases.module.css'

/** The last entries of the log: who did what, when, why, and what it changed. */
export function ReleaseLog({ entries }: { entries: HistoryEntry[] }) {
  const t = useT()
  return (
    <TitledCard title={t('releases.history')}>
      <ol className={styles.log}>
        {entries.map(({ number, at, by, action, release, reason, changes }) => (
          <li key={number} data-action={action}>
            <h3>
              {t(`releases.action.${action}`)}
              {release !== null && <span className="il-count">{t('release', { number: release })}</span>}
            </h3>
            {reason !== '' && <p>{reason}</p>}
            <p className={styles.soft}>
              {by} · <DateTimeText value={at} />
            </p>
            <Changes changes={changes} />
          </li>
        ))}
      </ol>
    </TitledCard>
  )
}
