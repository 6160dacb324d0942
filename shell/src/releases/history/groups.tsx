import type { ReactNode } from 'react'
import type { History, ReleaseFacts } from '@interline/federation/runtime'
import { DateTimeText } from '@interline/shared/ui'
import { useT } from './texts.ts'
import { Changes } from './changes.tsx'
import { TitledCard } from '../../page/titled-card.tsx'
import * as styles from './releases.module.css'

/** Which release each group of administrators gets. */
export function Groups({ live, canary }: Pick<History, 'live' | 'canary'>) {
  const t = useT()
  const served = canary && !canary.held ? canary.percent : 0
  const rest = t(served > 0 ? 'releases.share' : 'releases.everybody', { percent: Number((100 - served).toFixed(2)) })
  return (
    <TitledCard title={t('releases.groups')}>
      <ul className={styles.groups}>
        <Group who={rest} release={live} />
        {canary && (
          <Group who={t('releases.share', { percent: canary.percent })} release={canary} note={t('releases.canary')}>
            {canary.held && <p className={styles.held}>{t('releases.held', { reason: canary.held.reason })}</p>}
            <Changes changes={canary.changes} />
          </Group>
        )}
      </ul>
    </TitledCard>
  )
}

type GroupProps = { who: string; release: ReleaseFacts; note?: string; children?: ReactNode }

function Group({ who, release: { number, createdAt, createdBy, reason }, note, children }: GroupProps) {
  const t = useT()
  return (
    <li>
      <p className={styles.who}>{who}</p>
      <div>
        <p className={styles.release}>
          {t('release', { number })}
          {note !== undefined && <span className="il-count">{note}</span>}
        </p>
        <p>{reason}</p>
        <p className={styles.soft}>
          {t('releases.madeBy', { by: createdBy })} · <DateTimeText value={createdAt} />
        </p>
        {children}
      </div>
    </li>
  )
}
