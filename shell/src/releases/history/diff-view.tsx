import type { PartDiff, ReleaseDiff } from '@interline/federation/runtime'
import { formatCount } from '@interline/shared/i18n'
import { useT } from './texts.ts'
import * as styles from './releases.module.css'

/** What is another in a release: versions, bytes, files, ranges, routes, calls, settings, and what is off or on. */
export function DiffView({ diff: { parts, off, settings = [] } }: { diff: ReleaseDiff }) {
  const t = useT()
  if (parts.length + off.length + settings.length === 0) return <p className={styles.soft}>{t('releases.same')}</p>
  return (
    <ul className={styles.diff}>
      {parts.map((part) => (
        <PartChanges key={part.part} {...part} />
      ))}
      {off.map(({ part, to }) => (
        <li key={part}>
          <h4>{part}</h4>
          <p>{to === null ? t('releases.on') : t('releases.off', { message: to })}</p>
        </li>
      ))}
      {settings.map(({ part, key, from, to }) => (
        <li key={`${part} ${key}`}>
          <h4>{part}</h4>
          <p>
            {key}: {from === null ? t('releases.default') : String(from)} →{' '}
            {to === null ? t('releases.default') : String(to)}
          </p>
        </li>
      ))}
    </ul>
  )
}

function PartChanges({ part, from, to, bytes, files, ranges, routes, backend }: PartDiff) {
  const t = useT()
  const growth = bytes.to - bytes.from
  const lines = [
    ...routes.added.map((one) => ['added', t('releases.route', { one })]),
    ...routes.removed.map((one) => ['removed', t('releases.route', { one })]),
    ...backend.added.map((one) => ['added', t('releases.call', { one })]),
    ...backend.removed.map((one) => ['removed', t('releases.call', { one })]),
    ...ranges.map(({ name, from, to }) => [
      'changed',
      `${name}: ${from ?? t('releases.none')} → ${to ?? t('releases.none')}`,
    ]),
    ...files.added.map(({ path, bytes }) => ['added', t('releases.file', { path, bytes: formatCount(bytes) })]),
    ...files.removed.map(({ path, bytes }) => ['removed', t('releases.file', { path, bytes: formatCount(bytes) })]),
  ]
  return (
    <li>
      <h4>{part}</h4>
      <p>
        {from ?? t('releases.none')} → {to ?? t('releases.none')},{' '}
        {t('releases.bytes', {
          bytes: formatCount(bytes.to),
          growth: `${growth < 0 ? '−' : '+'}${formatCount(Math.abs(growth))}`,
        })}
      </p>
      <ul>
        {lines.map(([kind, text]) => (
          <li key={`${kind ?? ''} ${text ?? ''}`} data-kind={kind}>
            <span className="il-visually-hidden">{t(`releases.kind.${kind ?? 'changed'}`)}</span>
            {text}
          </li>
        ))}
      </ul>
    </li>
  )
}
