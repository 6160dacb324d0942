import type { FailureFacts } from '@interline/federation/runtime'
import { RelativeTime } from '@interline/shared/ui'
import { useT } from './texts.ts'
import { TitledCard } from '../../page/titled-card.tsx'
import * as styles from './releases.module.css'

/** Versions of remotes that failed in people's pages, of the live release and of the canary. */
export function Failures({ failures }: { failures: FailureFacts[] }) {
  const t = useT()
  return (
    <TitledCard title={t('releases.failures')}>
      {failures.length === 0 && <p className={styles.none}>{t('releases.noFailures')}</p>}
      {failures.length > 0 && (
        <ul className={styles.failures}>
          {failures.map(({ release, remote, version, phase, count, at, message }) => (
            <li key={`${release} ${remote} ${version} ${phase}`}>
              <h3>
                {remote} {version}
              </h3>
              <p>
                {t(`releases.phase.${phase}`)} · {t('releases.times', { count })} · {t('release', { number: release })}{' '}
                · <RelativeTime value={at} />
              </p>
              <p className={styles.soft}>{message}</p>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}
