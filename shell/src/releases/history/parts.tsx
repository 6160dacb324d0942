import type { History, SettingFacts } from '@interline/federation/runtime'
import { useT } from './texts.ts'
import { TitledCard } from '../../page/titled-card.tsx'
import * as styles from './releases.module.css'

/** The parts of the live release: version, owner, where from, its last known good version, and settings. */
export function Parts({ live: { number, parts } }: Pick<History, 'live'>) {
  const t = useT()
  return (
    <TitledCard title={t('releases.parts', { number })}>
      <ul className={styles.parts}>
        {parts.map(({ part, title, owner, version, origin, fallback, off, settings }) => (
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
            {settings.length > 0 && <Settings settings={settings} />}
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

/** What can be set of a remote: what it is now, and what it is for. */
function Settings({ settings }: { settings: SettingFacts[] }) {
  const t = useT()
  return (
    <dl className={styles.settings}>
      {settings.map(({ key, value, isDefault, description }) => (
        <div key={key}>
          <dt>
            {t('releases.setting', { key })}
            <span className={styles.soft}>{description}</span>
          </dt>
          <dd>
            {value === '' ? t('releases.noText') : String(value)}
            {isDefault && <span className={styles.soft}> {t('releases.isDefault')}</span>}
          </dd>
        </div>
      ))}
    </dl>
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
